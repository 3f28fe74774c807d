/** The cells of one CSV line, trimmed; a quoted cell may hold commas and doubled quotes. */
export function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',').map((cell) => cell.trim())
  const cells: string[] = []
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:\s*"((?:[^"]|"")*)"\s*|([^,]*))/g)) {
    cells.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
  }
  return cells
}
