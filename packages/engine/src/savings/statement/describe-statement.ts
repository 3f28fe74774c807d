/** The document that people read, from a signed statement. Every billed amount is the statement's own, added up exactly. */
import type { SavingsAction } from '@kept/domain/action.ts'
import type { ActionFigures } from '@kept/domain/action-figures.ts'
import type { LedgerEntry } from '@kept/domain/saving.ts'
import type { Statement } from '@kept/domain/statement.ts'
import type { StatementAction, StatementDocument, StatementStep } from '@kept/domain/statement-document.ts'
import { compare } from '@kept/foundation/decimal.ts'
import { ruleText } from '../../billing/rule-text.ts'
import { exactText, nanoPlaces } from '../exact.ts'

interface StatementContext {
  readonly id: string
  readonly kind: StatementDocument['kind']
  readonly organizationName: string
  readonly invoice: StatementDocument['invoice']
  readonly keyFingerprint: string
  /** The name of a resource or commitment, by its id. */
  nameOf(id: string): string
  /** What the organization called an action. */
  titleOf(actionId: string): string | undefined
  /** What the newest calculation of the month found of an action. */
  figuresOf(actionId: string): ActionFigures | undefined
}

const namedResources = 3
const groupOrder = ['terminate', 'rightsize', 'schedule', 'demand', 'loop_stop', 'commitment', 'other'] as const

export function describeStatement(statement: Statement, context: StatementContext): StatementDocument {
  const { commission, head, before, signature } = statement
  return {
    ...{ id: context.id, kind: context.kind, period: statement.period, currency: statement.currency },
    ...{ issued_at: statement.issued_at, organization_name: context.organizationName, invoice: context.invoice },
    verified: decimalOf(BigInt(statement.net)),
    billed: decimalOf(BigInt(statement.billable)),
    ...{ fee: commission.fee, customer_net: commission.customer_net, rule: ruleText(statement.commission_rule) },
    steps: stepsOf(statement),
    actions: actionsOf(statement, context),
    held: statement.held.map(({ lineage, reason }) => ({ resource: context.nameOf(lineage), reason })),
    missing_hours: statement.gaps.reduce((sum, { hours }) => sum + hours, 0),
    ...{ entries: statement.entries.length, first_entry: before.seq + 1, last_entry: head.seq, head_hash: head.hash },
    ...{ method: statement.code_version, key_fingerprint: context.keyFingerprint, signature: signature.value },
  }
}

const decimalOf = (nano: bigint): string => exactText({ units: nano, scale: nanoPlaces })
const sumOf = (entries: readonly LedgerEntry[]): bigint => entries.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

type EntryStep = 'measured' | 'modeled' | 'avoided' | 'replaced' | 'penalty' | 'reversal' | 'true_up'
const entrySteps: readonly EntryStep[] = [
  ...(['measured', 'modeled', 'avoided', 'replaced', 'penalty', 'reversal', 'true_up'] as const),
]

function stepOf({ kind, part }: LedgerEntry): EntryStep {
  if (kind === 'reversal') return 'reversal'
  if (kind === 'trueup') return 'true_up'
  if (part === 'modeled' || part === 'replaced' || part === 'penalty') return part
  return part === 'avoidance' ? 'avoided' : 'measured'
}

const savingsOf = ({ entries }: Statement): LedgerEntry[] => entries.filter(({ kind }) => kind !== 'fee')

function stepsOf(statement: Statement): StatementStep[] {
  const entries = savingsOf(statement)
  const booked = entrySteps.flatMap((kind) => {
    const ofStep = entries.filter((entry) => stepOf(entry) === kind)
    return ofStep.length === 0 ? [] : [stepFor(kind, sumOf(ofStep), countActions(ofStep))]
  })
  const [net, billable, before, after] = [
    BigInt(statement.net),
    BigInt(statement.billable),
    BigInt(statement.carried_before),
    BigInt(statement.carried_after),
  ]
  const isShown = ({ amount }: StatementStep) => amount !== '0'
  const uncounted = [stepFor('not_billed', net - sumOf(entries), 0)].filter(isShown)
  const carried = [stepFor('carried_before', -before, 0), stepFor('carried_after', after, 0)].filter(isShown)
  const verified = [...booked, ...uncounted, stepFor('verified', net, countActions(entries))]
  return carried.length === 0 ? verified : [...verified, ...carried, stepFor('billed', billable, 0)]
}

const stepFor = (kind: StatementStep['kind'], nano: bigint, actions: number): StatementStep => ({
  ...{ kind, amount: decimalOf(nano), actions },
})

function countActions(entries: readonly LedgerEntry[]): number {
  return new Set(entries.map(({ action }) => action)).size
}

function actionsOf(statement: Statement, context: StatementContext): StatementAction[] {
  const byId = new Map(statement.actions.map((action) => [action.id, action]))
  const fees = new Map(statement.commission.shares.map(({ action, fee }) => [action, fee]))
  const rows = [...Map.groupBy(savingsOf(statement), ({ action }) => action)].map(([id, entries]) => {
    const action = byId.get(id)
    const total = (kinds: readonly EntryStep[]) =>
      decimalOf(sumOf(entries.filter((entry) => kinds.includes(stepOf(entry)))))
    const ids = action ? resourcesOf(action) : [...new Set(entries.map(({ lineage }) => lineage))]
    return {
      ...{ id, kind: action?.kind ?? ('other' as const), title: context.titleOf(id) ?? '' },
      resources: ids.slice(0, namedResources).map((resource) => context.nameOf(resource)),
      ...{ resource_count: ids.length, counts_from: action?.effective_time ?? null },
      saved: total(['measured', 'modeled', 'avoided']),
      deducted: total(['replaced', 'penalty']),
      corrected: total(['reversal', 'true_up']),
      ...{ verified: decimalOf(sumOf(entries)), fee: fees.get(id) ?? '0' },
      is_modeled: entries.some((entry) => stepOf(entry) === 'modeled'),
      calculation: calculationOf(entries, context.figuresOf(id)),
      notes: notesOf(statement, id, context),
    }
  })
  return rows.toSorted((a, b) => groupOrder.indexOf(a.kind) - groupOrder.indexOf(b.kind) || byAmount(a, b))
}

/** Only beside the amounts that were signed from it: a later calculation has true-ups of its own. */
function calculationOf(
  entries: readonly LedgerEntry[],
  figures: ActionFigures | undefined,
): StatementAction['calculation'] {
  const signed = sumOf(entries.filter((entry) => ['measured', 'modeled'].includes(stepOf(entry))))
  if (!figures || BigInt(figures.counted) !== signed) return null
  const [baseline, measured, low, high] = [figures.baseline, figures.measured, figures.low, figures.high].map((nano) =>
    decimalOf(BigInt(nano)),
  ) as [string, string, string, string]
  return { baseline, measured, low, high }
}

/** The largest first. */
function byAmount(a: StatementAction, b: StatementAction): number {
  return compare(b.verified, a.verified) || (a.id < b.id ? -1 : 1)
}

function resourcesOf(action: SavingsAction): readonly string[] {
  return action.kind === 'commitment' ? action.commitment_ids : action.resource_ids
}

function notesOf({ substitution }: Statement, id: string, { nameOf }: StatementContext): string[] {
  const replaced = (substitution?.matches ?? [])
    .filter(({ actions }) => actions.includes(id))
    .flatMap(({ match, replacements }) =>
      replacements.map(({ resource, shared }) =>
        match === 'identity'
          ? `${nameOf(resource)} took its place: ${shared}.`
          : `Presumed replaced by ${nameOf(resource)}: ${shared}.`,
      ),
    )
  const uncertain = (substitution?.uncertain_groups ?? []).some(({ actions }) => actions.includes(id))
  return uncertain ? [...replaced, 'Its group varies too much to tell whether other resources replaced it.'] : replaced
}
