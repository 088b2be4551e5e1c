import Foundation

// One job a line on standard input, one answer a line on standard output, in order.
while let line = readLine() {
    let answer = await Job(try JSONDecoder().decode(JSON.self, from: Data(line.utf8))).play()
    FileHandle.standardOutput.write(answer.line)
}
