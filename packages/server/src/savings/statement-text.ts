/** A signed statement as the text that is kept and handed out: to be read by people, an entry or an action on a line. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Statement } from '@kept/domain/statement.ts'

/** What `kept verify` can hold as one text. */
const mostCharacters = 480_000_000

export function statementText(statement: Statement, most = mostCharacters): string {
  const pieces: string[] = []
  let length = 0
  const add = (piece: string) => {
    length += piece.length
    if (length > most)
      throw new KeptError(
        'conflict',
        `The statement of ${statement.period} in ${statement.currency} would be larger than ${Math.floor(most / 1e6)} MB, with ${statement.actions.length} actions; please bring some of the accounts into an organisation of their own.`,
      )
    pieces.push(piece)
  }
  const fields = Object.entries(statement)
  for (const [index, [name, value]] of fields.entries()) {
    add(`${index === 0 ? '{' : ','}\n  ${JSON.stringify(name)}: `)
    if (!Array.isArray(value) || value.length === 0) add(JSON.stringify(value, null, 2).replaceAll('\n', '\n  '))
    else {
      for (const [at, item] of value.entries()) add(`${at === 0 ? '[' : ','}\n    ${JSON.stringify(item)}`)
      add('\n  ]')
    }
  }
  add('\n}\n')
  return pieces.join('')
}
