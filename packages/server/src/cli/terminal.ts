/** How the command line talks: plain text, colour only where it is wanted, and a bar only on a terminal. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** True when a person is watching: bars may move and colours may shine. */
  live: boolean
  width: number
  style(kind: 'strong' | 'quiet' | 'good' | 'bad' | 'watch', text: string): string
}

const codes = { strong: [1, 22], quiet: [2, 22], good: [32, 39], bad: [31, 39], watch: [33, 39] } as const

export function openTerminal(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  const live = stdout.isTTY === true && env.TERM !== 'dumb'
  const colour = live && env.NO_COLOR === undefined
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    live: stderr.isTTY === true && env.TERM !== 'dumb',
    width: Math.min(160, stdout.columns ?? 100),
    style(kind, text) {
      const [on, off] = codes[kind]
      return colour ? `\u001b[${on}m${text}\u001b[${off}m` : text
    },
  }
}

export interface TextColumn {
  head: string
  align?: 'left' | 'right'
}

/** Columns in line, figures to the right; cells are cut, never wrapped, when the terminal is narrow. */
export function textTable(columns: TextColumn[], rows: string[][], width: number): string {
  const natural = columns.map(({ head }, index) =>
    Math.max(head.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const widths = fitted(natural, columns, width - 2 * (columns.length - 1))
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => {
        const room = widths[index] ?? 0
        const shown = cell.length > room ? `${cell.slice(0, Math.max(0, room - 1))}…` : cell
        return columns[index]?.align === 'right' ? shown.padStart(room) : shown.padEnd(room)
      })
      .join('  ')
      .trimEnd()
  return [line(columns.map(({ head }) => head)), line(widths.map((room) => '-'.repeat(room))), ...rows.map(line)].join(
    '\n',
  )
}

/** Only words give way: a figure is shown whole or the table is wider than the screen. */
function fitted(natural: number[], columns: TextColumn[], room: number): number[] {
  const widths = [...natural]
  let excess = widths.reduce((total, width) => total + width, 0) - room
  while (excess > 0) {
    const widest = widths.reduce(
      (best, width, index) =>
        columns[index]?.align !== 'right' && width > 12 && width > (widths[best] ?? 0) ? index : best,
      -1,
    )
    if (widest === -1) break
    const width = widths[widest] ?? 0
    const cut = Math.min(excess, Math.max(1, Math.floor(width / 4)))
    widths[widest] = width - cut
    excess -= cut
  }
  return widths
}
