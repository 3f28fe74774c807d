import { deedSchema } from '@kept/domain/deed.ts'
import { evidenceSpanSchema, loopDetectionSchema, loopEvidenceSchema, loopStatisticsSchema } from '@kept/domain/loop.ts'
import { loopMoveSchema, loopStepSchema } from '@kept/domain/loop-life.ts'
import { loopRuleSchema } from '@kept/domain/loop-rule.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import { remediationScriptSchema } from '@kept/domain/remediation.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Loops'
const id = z.string().min(1).max(100)

/** A detection as the list shows it. */
export const listedLoopSchema = loopDetectionSchema.extend({
  /** False while only suspected: shown, never told about, never acted upon. */
  confirmed: z.boolean(),
  last_seen_at: z.iso.datetime(),
})
export type ListedLoop = z.infer<typeof listedLoopSchema>

export const loopDetailSchema = z.object({
  loop: listedLoopSchema,
  evidence: loopEvidenceSchema,
  /** Spans of the traces behind it, as far as they were kept: the deepest lineage of each. */
  spans: z.array(evidenceSpanSchema),
  steps: z.array(loopStepSchema),
  moves: z.array(loopMoveSchema),
  /** If nothing is done; null where no price is known. */
  projection: z.object({ by_tomorrow: decimalSchema, by_month_end: decimalSchema }).nullable(),
  /** Iterations a minute, of the last minutes in which it was seen: the burn rate. */
  rates: z.array(z.number()),
  /** How it is paused and stopped, whether Kept can do it, and why not. */
  remediation: z.object({
    throttle: z.string(),
    stop: z.string(),
    /** Kept may act in the account of the resource. */
    possible: z.boolean(),
    /** Else there are commands to run by hand, where it is known what the resource is. */
    scripted: z.boolean(),
    critical: z.boolean(),
    /** A kind of resource without a gentler step is stopped to pause it. */
    pause_is: z.enum(['throttle', 'stop']),
    why_not: z.string(),
  }),
  /** What was done about it, the newest first. */
  deeds: z.array(deedSchema),
})
export type LoopDetail = z.infer<typeof loopDetailSchema>

export const ruleInputSchema = loopRuleSchema.omit({ id: true })

export const keptRuleSchema = loopRuleSchema.extend({
  /** The unit of its threshold, in words. */
  unit: z.string(),
  /** True for the ten that come with Kept, as long as nobody changed them. */
  is_default: z.boolean(),
  changed_by: z.string(),
  changed_at: z.iso.datetime().nullable(),
})
export type KeptRule = z.infer<typeof keptRuleSchema>

export const rulePreviewSchema = z.object({
  /** How often it would have fired in the days that are kept, here. */
  fired: z.int(),
  suspected: z.int(),
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
  spans: z.int(),
  points: z.int(),
  /** True when there was more than is read for a preview. */
  cut: z.boolean(),
  examples: z.array(z.object({ resource_name: z.string(), detected_at: z.iso.datetime(), words: z.string() })),
})
export type RulePreview = z.infer<typeof rulePreviewSchema>

/** What would be done, or was; where Kept may not act, the commands that do it. */
export const loopActedSchema = z.object({
  loop: listedLoopSchema,
  deed: deedSchema.nullable(),
  script: remediationScriptSchema.nullable(),
  /** Tagged as critical: a person may, Kept by itself never does. */
  critical: z.boolean(),
  why_not: z.string(),
})
export type LoopActed = z.infer<typeof loopActedSchema>

const acting = z.object({
  id,
  /** Says what would be done and changes nothing. */
  dry_run: z.boolean().default(false),
  /** The dry run that was shown: exactly that is done, or nothing when the resource has changed since. */
  rehearsal: z.uuid().optional(),
  /** When it is undone by itself; null: when somebody undoes it. */
  revert_after_minutes: z.int().min(1).max(1440).nullable().default(60),
})

function act(path: `/${string}`, summary: string) {
  return route({
    method: 'POST',
    path,
    summary,
    tag,
    needs: 'loops:act',
    input: acting,
    output: answer(loopActedSchema),
  })
}

const moved = z.object({ id, note: z.string().trim().max(500).default('') })

function move(path: `/${string}`, summary: string) {
  return route({
    method: 'POST',
    path,
    summary,
    tag,
    needs: 'loops:write',
    input: moved,
    output: answer(listedLoopSchema),
  })
}

export const loops = {
  list: route({
    method: 'GET',
    path: '/v1/loops',
    summary: 'Runaway loops, with their cost and probable cause',
    tag,
    needs: 'loops:read',
    input: z.object({
      show: z.enum(['all', 'active', 'critical']).default('all'),
      sort: z.enum(['detected_at', 'cost', 'severity']).default('detected_at'),
      /** Suspected ones are a list of their own. */
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
    summary: 'Loops by day, type, provider and resource, of one currency, with what would prevent them',
    tag,
    needs: 'loops:read',
    input: z.object({
      days: z.coerce.number().int().min(1).max(366).default(30),
      /** Left out: the one most loops cost in. */
      currency: currencySchema.optional(),
    }),
    output: z.object({
      data: loopStatisticsSchema,
      meta: z.object({ currency: currencySchema, currencies: z.array(currencySchema), unpriced: z.int() }),
    }),
  }),
  rules: route({
    method: 'GET',
    path: '/v1/loops/rules',
    summary: 'The rules loops are found by, with their thresholds and units',
    tag,
    needs: 'loops:read',
    input: z.object({}),
    output: answer(z.array(keptRuleSchema)),
  }),
  addRule: route({
    method: 'POST',
    path: '/v1/loops/rules',
    summary: 'A rule of your own',
    tag,
    needs: 'loops:write',
    input: ruleInputSchema,
    output: answer(keptRuleSchema),
  }),
  previewRule: route({
    method: 'POST',
    path: '/v1/loops/rules/preview',
    idempotency: 'safe',
    summary: 'How often a rule would have fired over the last week, here',
    tag,
    needs: 'loops:read',
    input: ruleInputSchema,
    output: answer(rulePreviewSchema),
  }),
  changeRule: route({
    method: 'PUT',
    path: '/v1/loops/rules/{id}',
    summary: 'Change a rule: its threshold, what it leaves alone, what may be done about what it finds',
    tag,
    needs: 'loops:write',
    input: ruleInputSchema.extend({ id }),
    output: answer(keptRuleSchema),
  }),
  removeRule: route({
    method: 'DELETE',
    path: '/v1/loops/rules/{id}',
    summary: 'Remove a rule of your own; one of Kept’s goes back to its defaults',
    tag,
    needs: 'loops:write',
    input: z.object({ id }),
    output: answer(z.object({ removed: z.boolean() })),
  }),
  find: route({
    method: 'GET',
    path: '/v1/loops/{id}',
    summary: 'One loop: the cycle, the evidence, the likely causes, what it will cost, who did what',
    tag,
    needs: 'loops:read',
    input: z.object({ id }),
    output: answer(loopDetailSchema),
  }),
  investigate: move('/v1/loops/{id}/investigate', 'Somebody looks into it'),
  acknowledge: move('/v1/loops/{id}/acknowledge', 'It is known, and may go on'),
  resolve: move('/v1/loops/{id}/resolve', 'It is over; seen again ten minutes later it is active again'),
  pause: act('/v1/loops/{id}/pause', 'Pause its resource by the gentlest step there is; can be undone'),
  stop: act('/v1/loops/{id}/stop', 'Stop what it runs on; can be undone'),
  revert: route({
    method: 'POST',
    path: '/v1/loops/{id}/revert',
    summary: 'Undo what was done about it, unless somebody else changed the resource meanwhile',
    tag,
    needs: 'loops:act',
    input: z.object({ id }),
    output: answer(loopActedSchema),
  }),
}
