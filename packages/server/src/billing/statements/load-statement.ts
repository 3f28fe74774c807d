/** A signed statement with everything that its document names. */
import { hash } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Statement, statementSchema } from '@kept/domain/statement.ts'
import type { StatementDocument } from '@kept/domain/statement-document.ts'
import { describeStatement } from '@kept/engine/savings/statement/describe-statement.ts'
import { readActionTitles, readStatementOnFile } from '@kept/store/billing/statements.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readResourceNames } from '@kept/store/resources/names.ts'
import { listFigures } from '@kept/store/savings/statements.ts'

/** `body`: the signed text, byte for byte. Throws `not_found`. */
export async function loadStatement(
  database: Database,
  scope: Scope,
  id: string,
): Promise<{ document: StatementDocument; body: string }> {
  const stored = await database.scoped(scope, (tx) => readStatementOnFile(tx, id))
  if (!stored) throw new KeptError('not_found', 'Statement not found.')
  const { kind, body, organizationName, invoice } = stored
  const statement = parseStatement(body)
  const actionIds = [...new Set(statement.entries.map(({ action }) => action))].filter(Boolean)
  const titles = await database.scoped(scope, (tx) => readActionTitles(tx, actionIds))
  const nameOf = await readResourceNames(database, scope, [
    ...statement.actions.flatMap((action) =>
      action.kind === 'commitment' ? action.commitment_ids : action.resource_ids,
    ),
    ...(statement.substitution?.matches ?? []).flatMap(({ replacements }) =>
      replacements.map(({ resource }) => resource),
    ),
    ...statement.held.map(({ lineage }) => lineage),
  ])
  const { period, currency } = statement
  const [figures] = (await listFigures(database, scope, { first: period, last: period })).filter(
    (month) => month.currency === currency,
  )
  const key = Buffer.from(statement.signature.public_key, 'base64')
  const document = describeStatement(statement, {
    ...{ id, kind, organizationName, invoice, nameOf },
    keyFingerprint: hash('sha256', key),
    titleOf: (actionId) => titles.get(actionId),
    figuresOf: (actionId) => figures?.actions[actionId],
  })
  return { document, body }
}

/** The signed text stays as it was written, so it may be of a version whose shape is not read here. */
function parseStatement(body: string): Statement {
  try {
    return statementSchema.parse(JSON.parse(body))
  } catch (cause) {
    throw new KeptError(
      'conflict',
      'This statement cannot be shown as a document, because another version of Kept wrote it. Download the signed text instead.',
      { cause },
    )
  }
}
