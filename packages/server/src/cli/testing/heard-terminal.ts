import type { Terminal } from '../terminal.ts'

export interface HeardTerminal {
  terminal: Terminal
  /** What was said so far, on both outputs. */
  said: { out: string; err: string }
  forget(): void
}

/** For tests: a terminal of that many columns that is no live one, without colours, and what a command says on it. */
export function heardTerminal(width: number): HeardTerminal {
  const said = { out: '', err: '' }
  const terminal: Terminal = {
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    live: false,
    width,
    style: (_kind, text) => text,
  }
  return { terminal, said, forget: () => Object.assign(said, { out: '', err: '' }) }
}
