/** A month with three actions, its bill and its signed statement, for tests. */
import type { SavingsLine } from '@kept/domain/saving.ts'
import { completeStatement } from '@kept/engine/savings/statement/complete-statement.ts'
import { methodVersion } from '@kept/engine/savings/statement/method-version.ts'
import { signStatement } from '@kept/engine/savings/statement/sign-statement.ts'
import { type StatementDraft, setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { defaultRule } from '@kept/engine/testing/default-rule.ts'
import {
  actionOn,
  baselineOf,
  calculateTestMonth,
  defaultConfig,
  machineLines,
  sha256,
} from '@kept/engine/testing/savings-bill.ts'
import { makeSigner } from '@kept/engine/testing/signing.ts'
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { emptyChain } from '@kept/foundation/hash/chain.ts'
import { savingsBillCsv } from '@kept/scenarios/savings/bill-csv.ts'

export const { from, to } = hoursOfMonth('2026-09')
export const signer = makeSigner()
export const earlierLines = [
  ...machineLines({ resource: 'stopped', from: from - 672, to: from }),
  ...machineLines({ resource: 'resized', from: from - 672, to: from, price: '0.192', sku: 'xlarge' }),
  // Resources that begin in the month next to them would be taken for replacements.
  ...['another', 'covered'].flatMap((resource) => machineLines({ resource, from: from - 672, to: from })),
]
const baselineBefore = (name: string) =>
  baselineOf(
    earlierLines.filter(({ resource }) => resource === name),
    from,
  )
const [stopped, resized] = [baselineBefore('stopped'), baselineBefore('resized')]
const baselines = [stopped, resized]
const commitment = { commitment: 'sp-1', status: 'Used' as const }
export const bill: SavingsLine[] = [
  ...machineLines({ resource: 'another', from, to, price: (hour) => (hour < from + 100 ? '0.096' : '0.09') }),
  ...machineLines({ resource: 'resized', from, to, quantity: (hour) => (hour % 5 ? '1' : '0.5') }),
  ...machineLines({ resource: 'covered', from, to: from + 50, sku: 'medium', effective: '0.06', commitment: 'sp-1' }),
]
const commitmentHours = bill.flatMap(({ hour, contracted, effective, status }) =>
  status ? [{ ...commitment, hour, hours: 1, contracted, effective }] : [],
)
export const draft: StatementDraft = {
  format: 'kept.savings-statement',
  version: 1,
  organization_id: '0199a8a0-0000-7000-8000-000000000002',
  issued_at: '2026-10-05T09:00:00Z',
  period: '2026-09',
  currency: 'USD',
  code_version: methodVersion,
  config: defaultConfig,
  actions: [
    actionOn(stopped, { kind: 'terminate', from: from + 10 }),
    actionOn(resized, { kind: 'rightsize', from, from_sku: 'xlarge', to_sku: 'large' }),
    {
      id: 'bought',
      kind: 'commitment',
      commitment_ids: ['sp-1'],
      effective_time: fromHour(from),
      expires: null,
      evidence_hash: sha256('order'),
    },
  ],
  baselines,
  commitment_baselines: [],
  price_notices: [],
  demand: [],
  substitution: {
    ...{ matches: [], shapes: [] },
    search: {
      ...{ from: fromHour(from - 672), until: fromHour(to), covered_hours: 672 + 720 },
      ...{ other_actions: [], unrelated: [], demand: [] },
    },
  },
  earlier: [],
  before: emptyChain,
  carried_before: '0',
  commission_rule: defaultRule('USD'),
  checkpoints: [],
}
export const calculated = calculateTestMonth(setupOf(draft, sha256), { lines: bill, commitmentHours })
export const statement = signStatement(completeStatement(draft, calculated, sha256), signer)

export const csvOf = (lines: SavingsLine[]) => [...savingsBillCsv(lines)].join('')
