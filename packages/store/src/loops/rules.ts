/** The rules an organisation changed or wrote; what it did not touch is Kept's own. */
import { KeptError } from '@kept/domain/errors.ts'
import { type LoopRule, loopRuleSchema } from '@kept/domain/loop-rule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { type NewAuditEvent, recordAudit } from '../people/audit.ts'

export interface StoredRule {
  rule: LoopRule
  changed_by: string
  changed_at: string
}

type Stamp = Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>

/** Every rule is judged each minute: a few hundred, no more. */
const mostRules = 200

export async function listStoredRules(database: Database, scope: Scope): Promise<StoredRule[]> {
  const rows = await database.scoped(scope, (tx) => tx.selectFrom('loop_rule').selectAll().orderBy('id').execute())
  return rows.map(({ rule, changed_by, changed_at }) => ({
    rule: loopRuleSchema.parse(rule),
    changed_by,
    changed_at: changed_at.toISOString(),
  }))
}

export async function putRule(
  database: Database,
  scope: Scope,
  rule: LoopRule,
  { by, stamp }: { by: string; stamp: Stamp },
): Promise<StoredRule> {
  await database.scoped(scope, async (tx) => {
    const { count } = await tx
      .selectFrom('loop_rule')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('id', '<>', rule.id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostRules)
      throw new KeptError('conflict', `There are ${mostRules} rules already; remove one first.`)
    const values = { rule: JSON.stringify(rule), changed_by: by, changed_at: stamp.at }
    await tx
      .insertInto('loop_rule')
      .values({ organization_id: scope.organizationId, id: rule.id, ...values })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(values))
      .execute()
    await recordAudit(tx, {
      ...stamp,
      action: 'loop_rule.changed',
      target: rule.id,
      summary: `${by} set the loop rule "${rule.name}".`,
      details: { rule },
    })
  })
  return { rule, changed_by: by, changed_at: stamp.at.toISOString() }
}

/** True when there was one. */
export async function removeRule(
  database: Database,
  scope: Scope,
  id: string,
  { by, stamp }: { by: string; stamp: Stamp },
): Promise<boolean> {
  return database.scoped(scope, async (tx) => {
    const gone = await tx.deleteFrom('loop_rule').where('id', '=', id).returning('id').executeTakeFirst()
    if (!gone) return false
    await recordAudit(tx, {
      ...stamp,
      action: 'loop_rule.removed',
      target: id,
      summary: `${by} took the loop rule ${id} back.`,
    })
    return true
  })
}
