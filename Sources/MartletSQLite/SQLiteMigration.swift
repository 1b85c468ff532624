/// One numbered step of a schema.
///
/// Steps are only ever added at the end of a list.
package struct SQLiteMigration: Sendable {
  package let name: StaticString
  /// Runs inside the step's transaction.
  package let apply: @Sendable (SQLiteConnection) throws(SQLiteError) -> Void

  package init(_ name: StaticString, apply: @escaping @Sendable (SQLiteConnection) throws(SQLiteError) -> Void) {
    self.name = name
    self.apply = apply
  }

  /// A step that is a script.
  package init(_ name: StaticString, script: StaticString) {
    self.init(name) { database throws(SQLiteError) in try database.execute(script) }
  }
}

extension SQLiteConnection {
  /// Brings the schema to the last step.
  ///
  /// Each step and the version number it leads to are one transaction: a process killed at any moment leaves
  /// the file at a step's end, and the next run goes on from there. Two processes may run this at once.
  ///
  /// - Parameters:
  ///   - steps: All steps ever released, in order.
  ///   - application: Marks files of this schema, so that one of another program is not touched.
  /// - Throws: `.newer` for a file with more steps than these, `.notADatabase` for one of another program.
  package func migrate(_ steps: [SQLiteMigration], application: Int32) throws(SQLiteError) {
    while try step(steps, application: Int64(application)) {}
  }

  /// Checks that the schema is at the last step, for a connection that only reads.
  ///
  /// - Throws: As `migrate`; `.misuse` for a file with fewer steps than these.
  package func requireMigrated(_ steps: [SQLiteMigration], application: Int32) throws(SQLiteError) {
    guard try check(steps, Int64(application)) == steps.count else {
      throw SQLiteError(.misuse, "the schema is that of an older version; open the file for writing once")
    }
  }

  /// Compares the tables and indexes that the steps create with those of a fresh database.
  ///
  /// Damage to the schema makes correct statements fail, and makes SQLite misread correct rows. Objects whose text SQLite writes
  /// itself are ignored, since another version may word them differently: the tables behind a virtual table, `sqlite_sequence`,
  /// and statistics.
  ///
  /// - Throws: `.corrupt` if one is missing or differs.
  package func checkSchema(_ steps: [SQLiteMigration], application: Int32) throws(SQLiteError) {
    let fresh = try SQLiteConnection(path: ":memory:")
    defer { fresh.close() }
    try fresh.migrate(steps, application: application)
    let here = try schema()
    for (name, description) in try fresh.schema() {
      guard here[name] == description else { throw SQLiteError(.corrupt, "the schema is damaged: \(name)") }
    }
  }

  /// The tables and indexes that statements of the steps made, by name.
  private func schema() throws(SQLiteError) -> [String: [String]] {
    let all = try statement("SELECT name, type, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY name").all {
      row throws(SQLiteError) in
      [try row.text(0), try row.text(1), try row.text(2), try row.text(3)]
    }
    let virtual = all.filter { $0[3].hasPrefix("CREATE VIRTUAL TABLE") }.map { $0[0] }
    var schema: [String: [String]] = [:]
    for object in all where !object[0].hasPrefix("sqlite_") && !virtual.contains(where: { object[0].hasPrefix($0 + "_") }) {
      let isPlainTable = object[1] == "table" && !virtual.contains(object[0])
      // `ALTER TABLE` rewrites the text of a table, so its columns and constraints are compared instead.
      schema[object[0]] = isPlainTable ? try columns(of: object[0]) + constraints(of: object[0]) : object
    }
    return schema
  }

  private func columns(of table: String) throws(SQLiteError) -> [String] {
    try statement(
      """
      SELECT name || ' ' || type || ' ' || "notnull" || ' ' || coalesce(dflt_value, '') || ' ' || pk || ' ' || hidden
      FROM pragma_table_xinfo(?1) ORDER BY cid
      """
    ).all(.text(table)) { row throws(SQLiteError) in try row.text(0) }
  }

  /// The indexes that SQLite keeps for a table's keys and unique columns; they also tell a table `WITHOUT ROWID`.
  private func constraints(of table: String) throws(SQLiteError) -> [String] {
    try statement(
      """
      SELECT list.origin || ' ' || list."unique" || ' ' || info.seqno || ' ' || info.cid || ' ' || info."desc" || ' '
        || info.coll || ' ' || info.key
      FROM pragma_index_list(?1) AS list, pragma_index_xinfo(list.name) AS info
      WHERE list.origin <> 'c' ORDER BY list.name, info.seqno
      """
    ).all(.text(table)) { row throws(SQLiteError) in try row.text(0) }
  }

  /// Runs the next step; false if there is none.
  private func step(_ steps: [SQLiteMigration], application: Int64) throws(SQLiteError) -> Bool {
    guard try check(steps, application) < steps.count else { return false }
    return try transaction { () throws(SQLiteError) in
      let version = try check(steps, application)
      guard version < steps.count else { return false }
      let step = steps[version]
      do throws(SQLiteError) {
        try step.apply(self)
      } catch {
        throw SQLiteError(error.code, "schema step \(step.name): \(error.message)", extended: error.extended)
      }
      try setPragma("application_id", to: application)
      try setPragma("user_version", to: Int64(version) + 1)
      return true
    }
  }

  /// The file's version, from 0 to the number of steps.
  private func check(_ steps: [SQLiteMigration], _ application: Int64) throws(SQLiteError) -> Int {
    try Self.check(
      version: pragma("user_version"), application: pragma("application_id"), isEmpty: pragma("schema_version") == 0,
      steps: steps,
      wanted: application)
  }

  /// The version that a file says it has, if these steps can go on from it.
  static func check(
    version: Int64, application: Int64, isEmpty: Bool, steps: [SQLiteMigration], wanted: Int64
  ) throws(SQLiteError) -> Int {
    guard application == wanted || (application == 0 && version == 0 && isEmpty) else {
      throw SQLiteError(.notADatabase, "the file belongs to another program")
    }
    guard let known = Int(exactly: version), known >= 0 else {
      throw SQLiteError(.corrupt, "the schema version is \(version)")
    }
    guard known <= steps.count else {
      throw SQLiteError(
        .newer, "the schema has version \(version), but this program knows only \(steps.count); use a newer program")
    }
    return known
  }
}
