/** Formats a signed statement: readable, one entry or action per line. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Statement } from '@kept/domain/statement.ts'

/** Maximum size `kept verify` can read. */
const maxCharacters = 480_000_000

export function statementText(statement: Statement, maxLength = maxCharacters): string {
  const parts: string[] = []
  let length = 0
  const add = (part: string) => {
    length += part.length
    if (length > maxLength)
      throw new KeptError(
        'conflict',
        `The statement of ${statement.period} in ${statement.currency} would be larger than ${Math.floor(maxLength / 1e6)} MB, with ${statement.actions.length} actions. Move some accounts to another organization.`,
      )
    parts.push(part)
  }
  const fields = Object.entries(statement)
  for (const [index, [name, value]] of fields.entries()) {
    add(`${index === 0 ? '{' : ','}\n  ${JSON.stringify(name)}: `)
    if (!Array.isArray(value) || value.length === 0) add(JSON.stringify(value, null, 2).replaceAll('\n', '\n  '))
    else {
      for (const [itemIndex, item] of value.entries())
        add(`${itemIndex === 0 ? '[' : ','}\n    ${JSON.stringify(item)}`)
      add('\n  ]')
    }
  }
  add('\n}\n')
  return parts.join('')
}
