import { actionApprovalSchema } from '@kept/domain/action-approval.ts'
import { evidenceSpanSchema, loopDetectionSchema, loopEvidenceSchema, loopStatisticsSchema } from '@kept/domain/loop.ts'
import { loopMoveSchema, loopStepSchema } from '@kept/domain/loop-life.ts'
import { loopRuleSchema } from '@kept/domain/loop-rule.ts'
import { currencyInputSchema, currencySchema, decimalSchema } from '@kept/domain/money.ts'
import { remediationScriptSchema } from '@kept/domain/remediation.ts'
import { remediationActionSchema } from '@kept/domain/remediation-action.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Loops'
const id = z.string().min(1).max(100)

/** A loop as the list shows it. */
const listedLoopSchema = loopDetectionSchema.extend({
  /** False while suspected: shown, but never notified or remediated. */
  confirmed: z.boolean(),
  last_seen_at: z.iso.datetime(),
})
export type ListedLoop = z.infer<typeof listedLoopSchema>

const loopDetailSchema = z.object({
  loop: listedLoopSchema,
  evidence: loopEvidenceSchema,
  /** Stored spans of its traces: the deepest lineage of each. */
  spans: z.array(evidenceSpanSchema),
  steps: z.array(loopStepSchema),
  moves: z.array(loopMoveSchema),
  /** Cost if nothing is done; null without a price. */
  projection: z.object({ by_tomorrow: decimalSchema, by_month_end: decimalSchema }).nullable(),
  /** Iterations per minute, for the last minutes in which it was seen. */
  rates: z.array(z.number()),
  /** How it is paused and stopped, and whether Kept can do it. */
  remediation: z.object({
    throttle: z.string(),
    stop: z.string(),
    /** Kept can act in the account of the resource. */
    possible: z.boolean(),
    /** Otherwise, whether there are commands to run by hand. */
    scripted: z.boolean(),
    critical: z.boolean(),
    /** `stop` for resource types without a less disruptive action. */
    pause_is: z.enum(['throttle', 'stop']),
    skip_reasons: z.string(),
    /** The request that waits for a second person. */
    approval: actionApprovalSchema.nullable(),
    /** Why a second person has to approve; empty where no one has to. */
    approval_reason: z.string(),
  }),
  /** Newest first. */
  remediation_actions: z.array(remediationActionSchema),
})
export type LoopDetail = z.infer<typeof loopDetailSchema>

const ruleInputSchema = loopRuleSchema.omit({ id: true })

const storedRuleSchema = loopRuleSchema.extend({
  /** The unit of its threshold as a label. */
  unit: z.string(),
  /** True for the ten built-in rules until they are changed. */
  is_default: z.boolean(),
  changed_by: z.string(),
  changed_at: z.iso.datetime().nullable(),
})
export type StoredRule = z.infer<typeof storedRuleSchema>

const rulePreviewSchema = z.object({
  /** How often it would have fired in the stored days. */
  fired: z.int(),
  suspected: z.int(),
  start_time: z.iso.datetime().nullable(),
  end_time: z.iso.datetime().nullable(),
  spans: z.int(),
  points: z.int(),
  /** True when there was more data than a preview reads. */
  cut: z.boolean(),
  examples: z.array(z.object({ resource_name: z.string(), detected_at: z.iso.datetime(), description: z.string() })),
})
export type RulePreview = z.infer<typeof rulePreviewSchema>

/** The planned or executed action; where Kept cannot act, the commands to run by hand. */
const loopActionResultSchema = z.object({
  loop: listedLoopSchema,
  remediation_action: remediationActionSchema.nullable(),
  /** What was asked for instead of done: a second person decides. */
  approval: actionApprovalSchema.nullable(),
  /** Why a second person has to approve; empty where no one has to. */
  approval_reason: z.string(),
  script: remediationScriptSchema.nullable(),
  /** Tagged as critical: a user can act on it, automation never does. */
  critical: z.boolean(),
  skip_reasons: z.string(),
})
export type LoopActionResult = z.infer<typeof loopActionResultSchema>

const acting = z.object({
  id,
  /** Returns the plan and changes nothing. */
  dry_run: z.boolean().default(false),
  /** Carries out exactly this dry run, or fails when the resource has changed since. */
  dry_run_id: z.uuid().optional(),
  /** When it is reverted automatically; null: only by hand. */
  revert_after_minutes: z.int().min(1).max(1440).nullable().default(60),
})

function act(path: `/${string}`, summary: string, description: string) {
  return route({
    method: 'POST',
    path,
    summary,
    description,
    tag,
    needs: 'loops:act',
    input: acting,
    output: answer(loopActionResultSchema),
  })
}

const moveInput = z.object({ id, note: z.string().trim().max(500).default('') })

function move(path: `/${string}`, summary: string, description: string) {
  return route({
    method: 'POST',
    path,
    summary,
    description,
    tag,
    needs: 'loops:write',
    input: moveInput,
    output: answer(listedLoopSchema),
  })
}

export const loops = {
  list: route({
    method: 'GET',
    path: '/v1/loops',
    summary: 'List loops',
    description: 'Runaway loops with their cost and probable cause.',
    tag,
    needs: 'loops:read',
    cache: { serverSeconds: 86_400, complete: true, changesWith: 'loops' },
    input: z.object({
      show: z.enum(['all', 'active', 'critical']).default('all'),
      sort: z.enum(['detected_at', 'cost', 'severity']).default('detected_at'),
      /** Returns suspected loops instead of confirmed ones. */
      suspected: z.stringbool().default(false),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    output: z.object({
      data: z.array(listedLoopSchema),
      meta: z.object({ total: z.int(), active: z.int(), suspected: z.int(), listening: z.boolean() }),
    }),
  }),
  statistics: route({
    method: 'GET',
    path: '/v1/loops/statistics',
    summary: 'Get loop statistics',
    description: 'By day, type, provider and resource, in one currency, with preventive measures.',
    tag,
    needs: 'loops:read',
    input: z.object({
      days: z.coerce.number().int().min(1).max(366).default(30),
      /** Defaults to the most common currency. */
      currency: currencyInputSchema.optional(),
    }),
    output: z.object({
      data: loopStatisticsSchema,
      meta: z.object({ currency: currencySchema, currencies: z.array(currencySchema), unpriced: z.int() }),
    }),
  }),
  rules: route({
    method: 'GET',
    path: '/v1/loops/rules',
    summary: 'List loop rules',
    description: 'With their thresholds and units.',
    tag,
    needs: 'loops:read',
    input: z.object({}),
    output: answer(z.array(storedRuleSchema)),
  }),
  addRule: route({
    method: 'POST',
    path: '/v1/loops/rules',
    summary: 'Create a loop rule',
    tag,
    needs: 'loops:write',
    input: ruleInputSchema,
    output: answer(storedRuleSchema),
  }),
  previewRule: route({
    method: 'POST',
    path: '/v1/loops/rules/preview',
    idempotency: 'safe',
    summary: 'Preview a loop rule',
    description: 'How often it would have fired in the last week. Nothing is saved.',
    tag,
    needs: 'loops:read',
    input: ruleInputSchema,
    output: answer(rulePreviewSchema),
  }),
  changeRule: route({
    method: 'PUT',
    path: '/v1/loops/rules/{id}',
    summary: 'Update a loop rule',
    description: 'Threshold, exclusions and automatic actions.',
    tag,
    needs: 'loops:write',
    input: ruleInputSchema.extend({ id }),
    output: answer(storedRuleSchema),
  }),
  removeRule: route({
    method: 'DELETE',
    path: '/v1/loops/rules/{id}',
    summary: 'Delete a loop rule',
    description: 'A built-in rule is reset to its defaults.',
    tag,
    needs: 'loops:write',
    input: z.object({ id }),
    output: answer(z.object({ removed: z.boolean() })),
  }),
  find: route({
    method: 'GET',
    path: '/v1/loops/{id}',
    summary: 'Get a loop',
    description: 'With its cycle, evidence, likely causes, projected cost and history.',
    tag,
    needs: 'loops:read',
    input: z.object({ id }),
    output: answer(loopDetailSchema),
  }),
  investigate: move('/v1/loops/{id}/investigate', 'Investigate a loop', 'Marks it as being investigated by you.'),
  acknowledge: move('/v1/loops/{id}/acknowledge', 'Acknowledge a loop', 'Marks it as expected. It can continue.'),
  resolve: move(
    '/v1/loops/{id}/resolve',
    'Resolve a loop',
    'It becomes active again when it is still seen ten minutes later.',
  ),
  pause: act(
    '/v1/loops/{id}/pause',
    'Pause a resource',
    'Uses the least disruptive action available for the resource. Can be reverted.',
  ),
  stop: act('/v1/loops/{id}/stop', 'Stop a loop', 'Stops the resource it runs on. Can be reverted.'),
  revert: route({
    method: 'POST',
    path: '/v1/loops/{id}/revert',
    summary: 'Revert a remediation action',
    description: 'Fails when the resource has changed since.',
    tag,
    needs: 'loops:act',
    input: z.object({ id }),
    output: answer(loopActionResultSchema),
  }),
}
