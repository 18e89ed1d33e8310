import AccessModel
import SQLBinding

/// The rows that a set-returning function gives for a frame.
typealias SetRows = (Frame) throws(EngineFailure) -> [Row]

extension QueryCompiler {
  func setRows(_ call: BoundSetCall) throws(EngineFailure) -> SetRows {
    switch call {
    case .scalar(let expression):
      let value = try compiler.compile(expression)
      return { (frame) throws(EngineFailure) in [[try value(frame)]] }
    case .function: throw .undecided(Undecided("a function in FROM"))
    case .builtin(let builtin, _):
      throw .undecided(Undecided("function `\(builtin.id)`"))
    }
  }

  func window(_ window: BoundWindow, at index: Int) throws(EngineFailure) -> CompiledWindow {
    let function: CompiledWindow.Function
    switch window.function {
    case .builtin(let builtin, let arguments):
      function = .builtin(name: builtin.name, try compiler.compile(arguments))
    case .aggregate(let aggregate):
      guard !aggregate.isDistinct else {
        throw .postgres(
          PostgresError(
            .featureNotSupported, "DISTINCT is not implemented for window functions"))
      }
      function = .aggregate(try self.aggregate(aggregate))
    }
    return CompiledWindow(
      index: index, function: function, partitionBy: try compiler.compile(window.partitionBy),
      orderBy: try orders(window.orderBy))
  }
}
