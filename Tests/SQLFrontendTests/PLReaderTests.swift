import AccessModel
import Foundation
import Testing

@testable import SQLFrontend

/// Bodies of PL/pgSQL functions as trees.
@Suite struct PLReaderTests {
  private func body(_ text: String) throws -> PLBody {
    try DeepStack.run { Result { () throws(ReadFailure) in try PLReader.body(of: text) } }.get()
  }

  private func refusal(_ text: String) -> String {
    do {
      _ = try body(text)
      return "read"
    } catch ReadFailure.refused(let error, _) {
      return "\(error.sqlState) \(error.message)"
    } catch {
      return "\(error)"
    }
  }

  @Test func `Declarations tell their type, default and line`() throws {
    let block = try body(
      """
      <<outer>>
      DECLARE
        a integer NOT NULL := 1 + 1;
        b CONSTANT numeric(10,2) DEFAULT 0;
        c public.t.id%TYPE;
        d t%ROWTYPE;
        e record;
        f ALIAS FOR $1;
        g CURSOR (n integer) FOR SELECT 1 WHERE n = 1;
        h text[];
      BEGIN
        NULL;
      END outer;
      """
    ).block
    #expect(block.label == "outer")
    #expect(block.declarations.map(\.name) == ["a", "b", "c", "d", "e", "f", "g", "h"])
    #expect(block.declarations.map(\.line) == Array(3...10))
    let types = block.declarations.compactMap { declaration -> PLType? in
      if case .variable(let variable) = declaration.kind { variable.type } else { nil }
    }
    #expect(
      types == [
        .named(.integer), .named(TypeName("numeric", modifiers: [10, 2])),
        .typeOf(["public", "t", "id"]), .rowOf(["t"]), .record,
        .named(TypeName("text", isArray: true)),
      ])
  }

  @Test func `Statements nest, and SQL inside is parsed`() throws {
    let block = try body(
      """
      BEGIN
        NEW.updated_at := now();
        items[2] = 5;
        IF a > 1 THEN b := 1; ELSIF a = 1 THEN NULL; ELSE RETURN; END IF;
        CASE x WHEN 1, 2 THEN NULL; ELSE NULL; END CASE;
        <<l>> LOOP EXIT l WHEN x > 10; CONTINUE; END LOOP l;
        WHILE a > 0 LOOP a := a - 1; END LOOP;
        FOR i IN REVERSE 10..1 BY 2 LOOP NULL; END LOOP;
        FOR r.a, b IN SELECT a, b FROM t LOOP NULL; END LOOP;
        FOR r IN EXECUTE 'select $1' USING a LOOP NULL; END LOOP;
        FOREACH x SLICE 1 IN ARRAY items LOOP NULL; END LOOP;
        SELECT a, b INTO STRICT x, y.z FROM t WHERE a = 1;
        INSERT INTO t VALUES (1) RETURNING a INTO x;
        PERFORM g(a), 1;
        RAISE NOTICE 'hi % and %%', a USING HINT = 'h';
        RAISE division_by_zero;
        RAISE;
        GET DIAGNOSTICS x = ROW_COUNT;
        EXECUTE 'select 1' INTO x USING 1, 2;
        FETCH NEXT FROM c INTO r;
        FETCH c INTO x, y;
        MOVE FORWARD 2 FROM c;
        ASSERT a > 1, 'message';
        CREATE TABLE x (a int);
        RETURN QUERY SELECT 1;
        RETURN NEXT;
        RETURN a + 1;
      EXCEPTION
        WHEN division_by_zero OR SQLSTATE '12345' THEN NULL;
        WHEN OTHERS THEN RAISE;
      END
      """
    ).block
    #expect(block.body.count == 26)
    #expect(block.body.map(\.line) == Array(2...27))
    #expect(block.handlers.map(\.conditions.count) == [2, 1])
    guard case .sql(let command, let into?) = block.body[11 - 1].kind else {
      Issue.record("no SELECT INTO")
      return
    }
    #expect(into.isStrict)
    #expect(into.targets.map(\.path) == [["x"], ["y", "z"]])
    // Blanks stand for INTO, so that places in it stay what they are.
    #expect(command.text == "SELECT a, b                    FROM t WHERE a = 1")
    #expect(command.statement != nil)
  }

  @Test func `What PostgreSQL refuses at CREATE FUNCTION is refused`() {
    #expect(refusal("BEGIN x := ; END") == "read")
    #expect(
      refusal("BEGIN RAISE NOTICE '%'; END") == "42601 too few parameters specified for RAISE")
    #expect(
      refusal("BEGIN RAISE NOTICE 'a', 1; END") == "42601 too many parameters specified for RAISE")
    #expect(
      refusal("BEGIN NULL; EXCEPTION WHEN foo THEN NULL; END")
        == "42704 unrecognized exception condition \"foo\"")
    #expect(refusal("BEGIN RETURN (1; END") == "42601 mismatched parentheses at or near \";\"")
    #expect(refusal("BEGIN NULL") == "42601 syntax error at end of input")
    #expect(refusal("BEGIN SELEC 1; END") == "42601 syntax error at or near \"SELEC\"")
    #expect(refusal("<<a>> BEGIN NULL; END b").hasPrefix("42601 end label \"b\""))
  }

  @Test func `A body survives JSON`() throws {
    let body = try body("DECLARE a int; BEGIN IF a = 1 THEN RETURN a; END IF; END")
    #expect(try JSONDecoder().decode(PLBody.self, from: JSONEncoder().encode(body)) == body)
  }
}
