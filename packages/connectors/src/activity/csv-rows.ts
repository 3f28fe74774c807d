/** Rows of a CSV as its text streams by: quotes, doubled quotes, line breaks inside them, and either line end. */
export interface CsvRows {
  /** Every row that is whole by now. */
  push(text: string): string[][]
  /** What is left when the text is over. */
  end(): string[][]
}

export function csvRows(separator = ','): CsvRows {
  let rest = ''
  const take = (isEnd: boolean): string[][] => {
    const rows: string[][] = []
    let from = 0
    for (;;) {
      const plain = plainRow(rest, from, separator)
      if (plain) {
        if (plain.cells.length > 1 || plain.cells[0] !== '') rows.push(plain.cells)
        from = plain.after
        continue
      }
      const row: string[] = []
      const after = readRow(rest, from, separator, row, isEnd)
      if (after < 0) break
      if (row.length > 1 || row[0] !== '') rows.push(row)
      from = after
    }
    rest = rest.slice(from)
    return rows
  }
  return {
    push(text) {
      rest += text
      return take(false)
    },
    end() {
      return take(true)
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
function readRow(text: string, from: number, separator: string, into: string[], isEnd: boolean): number {
  if (from >= text.length) return -1
  let at = from
  for (;;) {
    if (text[at] === '"') {
      const [value, after] = readQuoted(text, at)
      if (after > text.length) return isEnd ? fail(into, text, from) : -1
      into.push(value)
      at = after
    } else {
      const end = endOfCell(text, at, separator)
      into.push(text.slice(at, text[end - 1] === '\r' && text[end] === '\n' ? end - 1 : end))
      at = end
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    if (at >= text.length) return isEnd ? text.length : -1
    if (text[at] === '\n') return at + 1
    at += 1
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
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return ['', text.length + 1]
    if (text[quote + 1] !== '"') return [text.slice(from + 1, quote).replaceAll('""', '"'), quote + 1]
    at = quote + 2
  }
}

/** A quote that is never closed swallows the rest: it is one row, and will be set aside. */
function fail(into: string[], text: string, from: number): number {
  into.length = 0
  into.push(text.slice(from))
  return text.length
}
