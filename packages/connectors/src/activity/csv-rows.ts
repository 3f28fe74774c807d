/** Rows of a CSV as its text streams by: quotes, doubled quotes, line breaks inside them, and either line end. */
export interface CsvRows {
  /** Every row that is whole by now. */
  push(text: string): string[][]
  /** What is left when the text is over. */
  end(): string[][]
}

export function csvRows(separator = ','): CsvRows {
  let buffer = ''
  const takeRows = (isEnd: boolean): string[][] => {
    const rows: string[][] = []
    let from = 0
    for (;;) {
      const plainLine = plainRow(buffer, from, separator)
      if (plainLine) {
        if (plainLine.cells.length > 1 || plainLine.cells[0] !== '') rows.push(plainLine.cells)
        from = plainLine.after
        continue
      }
      const row: string[] = []
      const after = readRow(buffer, from, separator, row, isEnd)
      if (after < 0) break
      if (row.length > 1 || row[0] !== '') rows.push(row)
      from = after
    }
    buffer = buffer.slice(from)
    return rows
  }
  return {
    push(text) {
      buffer += text
      return takeRows(false)
    },
    end() {
      return takeRows(true)
    },
  }
}

/** A line without a quote in it is its cells: the usual case, and quick. */
function plainRow(text: string, from: number, separator: string): { cells: string[]; after: number } | undefined {
  const end = text.indexOf('\n', from)
  if (end === -1) return undefined
  const line = text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end)
  return line.includes('"') ? undefined : { cells: line.split(separator), after: end + 1 }
}

/** Where the next row begins, or -1 when the text ends before this one does. */
function readRow(text: string, from: number, separator: string, cells: string[], isEnd: boolean): number {
  if (from >= text.length) return -1
  let position = from
  for (;;) {
    if (text[position] === '"') {
      const [value, after] = readQuoted(text, position)
      if (after > text.length) return isEnd ? fail(cells, text, from) : -1
      cells.push(value)
      position = after
    } else {
      const end = endOfCell(text, position, separator)
      cells.push(text.slice(position, text[end - 1] === '\r' && text[end] === '\n' ? end - 1 : end))
      position = end
    }
    if (text[position] === '\r' && text[position + 1] === '\n') position += 1
    if (position >= text.length) return isEnd ? text.length : -1
    if (text[position] === '\n') return position + 1
    position += 1
  }
}

function endOfCell(text: string, from: number, separator: string): number {
  const comma = text.indexOf(separator, from)
  const line = text.indexOf('\n', from)
  const end = comma === -1 ? line : line === -1 ? comma : Math.min(comma, line)
  return end === -1 ? text.length : end
}

/** The value and where it ends; beyond the text when the closing quote is not there. */
function readQuoted(text: string, from: number): [string, number] {
  for (let position = from + 1; ; ) {
    const quote = text.indexOf('"', position)
    if (quote === -1) return ['', text.length + 1]
    if (text[quote + 1] !== '"') return [text.slice(from + 1, quote).replaceAll('""', '"'), quote + 1]
    position = quote + 2
  }
}

/** A quote that is never closed swallows the rest: it is one row, and will be skipped. */
function fail(cells: string[], text: string, from: number): number {
  cells.length = 0
  cells.push(text.slice(from))
  return text.length
}
