import AccessDecisions
import AccessModel
import LivePostgres

/// SELECT by key in a loop on the server itself, without a round trip for each decision: about the
/// fastest way to decide rows one by one there.
struct ServerLoop {
  let connection: Connection

  static let definition = """
    CREATE FUNCTION public.visible_keys(keys bigint[]) RETURNS integer LANGUAGE plpgsql AS $body$
    DECLARE
      key bigint;
      found_row public.saved;
      visible integer := 0;
    BEGIN
      FOREACH key IN ARRAY keys LOOP
        SELECT * INTO found_row FROM public.saved WHERE id = key;
        IF FOUND THEN visible := visible + 1; END IF;
      END LOOP;
      RETURN visible;
    END
    $body$
    """

  /// How many of a question's rows its identity sees.
  func visibleCount(_ question: Question) throws -> Int {
    let keys = question.probe.parameterSets.compactMap { $0.first ?? nil }
    try connection.execute("SAVEPOINT visible_keys")
    try connection.query(
      "SELECT set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      parameters: [question.identity.role, question.identity.claims])
    let result = try connection.query(
      "SELECT public.visible_keys($1::bigint[])",
      parameters: ["{" + keys.joined(separator: ",") + "}"])
    try connection.execute("ROLLBACK TO visible_keys; RELEASE visible_keys")
    return result.firstValue.flatMap { Int($0) } ?? -1
  }
}
