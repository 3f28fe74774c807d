import { type Statement, statementSchema } from '@kept/domain/statement.ts'
import type { SignedStatement } from '@kept/store/billing/statements.ts'

/** Throws when the stored text is unreadable, which only a change from outside can cause. */
export function parseSigned({ id, body }: Pick<SignedStatement, 'id' | 'body'>): Statement {
  const parsed = statementSchema.safeParse(JSON.parse(body))
  if (!parsed.success) throw new Error(`The signed statement ${id} is unreadable: ${parsed.error.message}`)
  return parsed.data
}
