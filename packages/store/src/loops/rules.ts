/** Loop rules that an organization changed or created; other rules are Kept's own. */
import { KeptError } from '@kept/domain/errors.ts'
import { type LoopRule, loopRuleSchema } from '@kept/domain/loop-rule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { Database } from '../database/connect.ts'

export interface StoredRule {
  rule: LoopRule
  changed_by: string
  changed_at: string
}

type AuditContext = Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>

/** Every rule is evaluated each minute, so their number is limited. */
const maxRules = 200

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
  { actorName, auditContext }: { actorName: string; auditContext: AuditContext },
): Promise<StoredRule> {
  await database.scoped(scope, async (tx) => {
    const { count } = await tx
      .selectFrom('loop_rule')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('id', '<>', rule.id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxRules)
      throw new KeptError('conflict', `There are ${maxRules} rules already; remove one first.`)
    const values = { rule: JSON.stringify(rule), changed_by: actorName, changed_at: auditContext.at }
    await tx
      .insertInto('loop_rule')
      .values({ organization_id: scope.organizationId, id: rule.id, ...values })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(values))
      .execute()
    await recordAudit(tx, {
      ...auditContext,
      action: 'loop_rule.changed',
      target: rule.id,
      summary: `${actorName} changed the loop rule "${rule.name}".`,
      details: { rule },
    })
  })
  return { rule, changed_by: actorName, changed_at: auditContext.at.toISOString() }
}

/** True when it existed. */
export async function removeRule(
  database: Database,
  scope: Scope,
  id: string,
  { actorName, auditContext }: { actorName: string; auditContext: AuditContext },
): Promise<boolean> {
  return database.scoped(scope, async (tx) => {
    const removed = await tx.deleteFrom('loop_rule').where('id', '=', id).returning('id').executeTakeFirst()
    if (!removed) return false
    await recordAudit(tx, {
      ...auditContext,
      action: 'loop_rule.removed',
      target: id,
      summary: `${actorName} reset the loop rule ${id}.`,
    })
    return true
  })
}
