/** Reads figures from docs/benchmarks.md. A missing figure fails the build. */
import { readFileSync } from 'node:fs'

interface Benchmarks {
  /** The cell in the row that starts with `row` and the column that starts with `column`. */
  cell(section: string, row: string, column: string): string
  /** The first group of a pattern in a section's text. */
  excerpt(section: string, pattern: RegExp): string
  /** The complete text of a section. */
  section(name: string): string
  measuredOn(section: string): string
}

const document = new URL('../../../docs/benchmarks.md', import.meta.url)

export function readBenchmarks(text = readFileSync(document, 'utf8')): Benchmarks {
  const section = (name: string): string => {
    const match = new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)<!-- /${name} -->`).exec(text)?.[1]
    if (match === undefined) throw new Error(`docs/benchmarks.md has no section "${name}"; the site quotes it.`)
    return match
  }
  const excerpt = (name: string, pattern: RegExp): string => {
    const match = pattern.exec(section(name))?.[1]
    if (match === undefined) throw new Error(`docs/benchmarks.md, "${name}", has no match for ${pattern}.`)
    return match
  }
  return {
    section,
    excerpt,
    cell(name, row, column) {
      const rows = section(name)
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map((line) =>
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim().replaceAll('**', '')),
        )
      const columnIndex = rows[0]?.findIndex((cell) => cell.startsWith(column)) ?? -1
      // Skip the head and the separator row.
      const value = rows.slice(2).find(([first]) => first?.startsWith(row))?.[columnIndex]
      if (!value) throw new Error(`docs/benchmarks.md, "${name}", has no "${column}" of "${row}".`)
      return value
    },
    measuredOn: (name) => excerpt(name, /Measured (\d{4}-\d\d-\d\d)/),
  }
}
