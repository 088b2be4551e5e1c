import Foundation

// One job a line on standard input, one answer a line on standard output, in order.
while let line = readLine() {
    let answer = await Job(try JSON(text: line)).play()
    FileHandle.standardOutput.write(answer.line)
}
