import AccessDecisions
import AccessModel
import Testing

/// The first thing that an explanation says, on situations that people ask about; each explanation
/// and each change that it names is held against a server.
@Suite struct `Answers` {
  private static let notes = """
    CREATE ROLE bob;
    CREATE TABLE note (id int PRIMARY KEY, author text, is_public boolean NOT NULL DEFAULT false);
    ALTER TABLE note ENABLE ROW LEVEL SECURITY;
    INSERT INTO note VALUES (1, 'ana'), (2, 'bob'), (3, NULL);
    GRANT SELECT, INSERT, UPDATE, DELETE ON note TO bob;

    """

  private func why(
    _ definitions: String, _ statement: String, _ answer: String...,
    changes: [String]? = nil, at location: SourceLocation = #_sourceLocation
  ) throws {
    let explanation = try Situation(Self.notes + definitions + ";\nSET ROLE bob", statement).held()
    #expect(explanation.answer == answer, sourceLocation: location)
    guard let changes else { return }
    let found = explanation.changes.map { tried in
      (tried.change.steps.map(\.sql) + [tried.change.statement].compactMap { $0 })
        .joined(separator: "; ")
    }
    #expect(found == changes, sourceLocation: location)
  }

  // MARK: Why is it empty?

  @Test func `no policy at all is default deny`() throws {
    try why(
      "", "SELECT * FROM note",
      "row security hides all 3 rows of note it would reach from bob",
      "note has row security and no policy: default deny",
      changes: [
        "CREATE POLICY \"bob may select\" ON public.note AS PERMISSIVE FOR SELECT TO bob "
          + "USING (id = 1)",
        "CREATE POLICY \"bob may select\" ON public.note AS PERMISSIVE FOR SELECT TO bob "
          + "USING (id = 2)",
      ])
  }

  @Test func `a hidden row is told from one that is not there`() throws {
    let policy = "CREATE POLICY own ON note USING (author = current_user)"
    try why(
      policy, "SELECT * FROM note WHERE id = 1",
      "row security hides the row of note it would reach from bob",
      "row id=1: policy \"own\" (USING for SELECT) is false")
    try why(
      policy, "SELECT * FROM note WHERE id = 9",
      "no row meets the statement's own conditions: without row security it would find none either")
  }

  @Test func `NULL is no TRUE`() throws {
    try why(
      "CREATE POLICY own ON note USING (author = current_user)", "DELETE FROM note WHERE id = 3",
      "row security hides the row of note it would reach from bob",
      "row id=3: policy \"own\" (USING for DELETE) is NULL")
  }

  @Test func `a policy for others is not for the caller`() throws {
    try why(
      "CREATE ROLE staff; CREATE POLICY s ON note FOR SELECT TO staff USING (true)",
      "SELECT * FROM note WHERE id = 1",
      "row security hides the row of note it would reach from bob",
      "no permissive policy of note for SELECT applies to bob: default deny",
      changes: [
        "GRANT staff TO bob",
        "CREATE POLICY \"bob may select\" ON public.note AS PERMISSIVE FOR SELECT TO bob "
          + "USING (id = 1)",
      ])
  }

  @Test func `a restrictive policy is named`() throws {
    try why(
      """
      CREATE POLICY p ON note USING (true);
      CREATE POLICY "only public" ON note AS RESTRICTIVE FOR SELECT USING (is_public)
      """, "SELECT * FROM note WHERE id = 2",
      "row security hides the row of note it would reach from bob",
      "row id=2: restrictive policy \"only public\" (USING for SELECT) is false",
      changes: [
        "UPDATE public.note SET is_public = true WHERE id = 2",
        "DROP POLICY IF EXISTS \"only public\" ON public.note; CREATE POLICY \"only public\" ON "
          + "public.note AS RESTRICTIVE FOR SELECT TO PUBLIC USING (note.is_public OR id = 2)",
      ])
  }

  @Test func `a row in another table, or a claim, would show it`() throws {
    try why(
      """
      CREATE TABLE member (note int REFERENCES note, who text);
      GRANT SELECT ON member TO bob;
      CREATE POLICY m ON note USING (EXISTS (
        SELECT 1 FROM member m
        WHERE m.note = note.id AND m.who = current_setting('request.jwt.claims')::json->>'sub'));
      INSERT INTO member VALUES (1, 'zoe');
      SET request.jwt.claims = '{"sub": "bob"}'
      """, "SELECT * FROM note WHERE id = 1",
      "row security hides the row of note it would reach from bob",
      "row id=1: policy \"m\" (USING for SELECT) is false",
      changes: [
        "SET request.jwt.claims = '{\"sub\": \"zoe\"}'",
        "INSERT INTO public.member (note, who) VALUES (1, 'bob')",
        "CREATE POLICY \"bob may select\" ON public.note AS PERMISSIVE FOR SELECT TO bob "
          + "USING (id = 1)",
      ])
  }

  @Test func `a view's owner is who meets the policies`() throws {
    try why(
      """
      CREATE ROLE carol; GRANT SELECT ON note TO carol;
      CREATE POLICY b ON note TO bob USING (true);
      CREATE VIEW v AS SELECT * FROM note; ALTER VIEW v OWNER TO carol; GRANT SELECT ON v TO bob
      """, "SELECT * FROM v",
      "row security hides all 3 rows of note it would reach from carol, as whom view v reads it",
      "no permissive policy of note for SELECT applies to carol: default deny")
  }

  @Test func `hidden rows of either side of a join`() throws {
    try why(
      """
      CREATE TABLE tag (note int, word text); GRANT SELECT ON tag TO bob;
      INSERT INTO tag VALUES (1, 'x');
      CREATE POLICY own ON note USING (author = current_user)
      """, "SELECT word FROM note JOIN tag ON tag.note = note.id",
      "row security hides all 2 rows of note it would reach from bob",
      "row id=1: policy \"own\" (USING for SELECT) is false")
  }

  // MARK: Why was my INSERT … RETURNING refused?

  @Test func `RETURNING makes SELECT policies count for the new row`() throws {
    try why(
      "CREATE POLICY i ON note FOR INSERT WITH CHECK (true)",
      "INSERT INTO note VALUES (4, 'bob') RETURNING id",
      "RETURNING reads the new row, so SELECT policies of note must show it to bob, and they do "
        + "not: without RETURNING it is allowed",
      "no permissive policy of note for SELECT applies to bob: default deny",
      changes: [
        "INSERT INTO note VALUES (4, 'bob')",
        "CREATE POLICY \"bob may select\" ON public.note AS PERMISSIVE FOR SELECT TO bob "
          + "USING (id = 4)",
      ])
  }

  @Test func `so does ON CONFLICT`() throws {
    try why(
      "CREATE POLICY i ON note FOR INSERT WITH CHECK (true)",
      "INSERT INTO note VALUES (4, 'bob') ON CONFLICT (id) DO NOTHING",
      "ON CONFLICT reads the new row, so SELECT policies of note must show it to bob, and they do "
        + "not",
      "no permissive policy of note for SELECT applies to bob: default deny")
  }

  @Test func `so does WHERE of an UPDATE`() throws {
    try why(
      """
      CREATE POLICY s ON note FOR SELECT USING (author = 'bob');
      CREATE POLICY u ON note FOR UPDATE USING (true)
      """, "UPDATE note SET author = 'ana' WHERE id = 2",
      "WHERE reads the new row, so SELECT policies of note must show it to bob, and they do not",
      "new row id=2: policy \"s\" (USING for SELECT) is false")
  }

  // MARK: Why infinite recursion?

  @Test func `the circle is shown`() throws {
    try why(
      """
      CREATE TABLE member (note int, who text); ALTER TABLE member ENABLE ROW LEVEL SECURITY;
      GRANT SELECT ON member TO bob;
      INSERT INTO member VALUES (1, 'bob');
      CREATE POLICY n ON note USING (EXISTS (SELECT 1 FROM member WHERE member.note = note.id));
      CREATE POLICY m ON member USING (EXISTS (SELECT 1 FROM note WHERE note.id = member.note))
      """, "SELECT * FROM note",
      "policies lead back to where they began: note (policy \"n\") → member (policy \"m\") → "
        + "note again",
      "it ends where the subquery of policy \"m\" of member is moved to a SECURITY DEFINER "
        + "function whose owner bypasses row security")
  }

  // MARK: Writes

  @Test func `UPDATE's USING and WITH CHECK are told apart`() throws {
    let policy = "CREATE POLICY u ON note FOR UPDATE USING (author = 'bob') WITH CHECK (is_public)"
    try why(
      policy, "UPDATE note SET is_public = false",
      "new row id=2: policy \"u\" (WITH CHECK for UPDATE) is false",
      changes: [
        "UPDATE note SET is_public = true",
        "CREATE POLICY \"bob may update\" ON public.note AS PERMISSIVE FOR UPDATE TO bob "
          + "WITH CHECK (id = 2)",
      ])
  }

  @Test func `the existing row of ON CONFLICT`() throws {
    try why(
      """
      CREATE POLICY s ON note FOR SELECT USING (true);
      CREATE POLICY i ON note FOR INSERT WITH CHECK (true);
      CREATE POLICY u ON note FOR UPDATE USING (author = 'bob')
      """, "INSERT INTO note VALUES (1, 'bob') ON CONFLICT (id) DO UPDATE SET author = 'bob'",
      "row id=1: policy \"u\" (USING for UPDATE) is false")
  }

  @Test func `the target row of MERGE`() throws {
    try why(
      """
      CREATE POLICY s ON note FOR SELECT USING (true);
      CREATE POLICY u ON note FOR UPDATE USING (author = 'bob')
      """,
      "MERGE INTO note USING (VALUES (1)) v(i) ON id = i WHEN MATCHED THEN UPDATE SET is_public = true",
      "row id=1: policy \"u\" (USING for UPDATE) is false")
  }

  @Test func `constraints come after access, and see hidden rows`() throws {
    let policies = """
      CREATE POLICY i ON note FOR INSERT WITH CHECK (true);
      CREATE TABLE tag (note int REFERENCES note); GRANT INSERT ON tag TO bob
      """
    try why(
      policies, "INSERT INTO note VALUES (1, 'bob')",
      "access is granted, but a row of note with that key is there already, hidden from bob: "
        + "unique constraints see every row")
    try why(
      policies, "INSERT INTO tag VALUES (9)",
      "access is granted, but nothing in note has the key that tag_note_fkey refers to; foreign "
        + "keys see every row, hidden or not",
      changes: ["INSERT INTO public.note (id) VALUES (9)"])
  }

  @Test func `a view's check option`() throws {
    try why(
      """
      CREATE POLICY i ON note USING (true);
      CREATE VIEW v AS SELECT * FROM note WHERE is_public WITH CHECK OPTION; GRANT ALL ON v TO bob
      """, "INSERT INTO v VALUES (4, 'bob', false)",
      "access is granted, but view v would not show the new row, and it has a CHECK OPTION")
  }
}
