/** What can be done about a recommendation: from its rule and its resource to an order that a remedy understands. */
import { changeTargetOf } from '@kept/connectors/remediation/change-target.ts'
import { stepsOf } from '@kept/connectors/remediation/remedies.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import type { RemediationKind, RemediationOrder, RemedyStep } from '@kept/domain/remediation.ts'

interface RuleRemedy {
  kind: RemediationKind
  step: RemedyStep
  /** The button's label. */
  label: string
  /** The new type, or the size, as the recommendation names it; undefined where it names none. */
  setting?(recommendation: Pick<Recommendation, 'evidence'>): Pick<RemediationOrder, 'setting' | 'size'> | undefined
}

/** By rule; the least disruptive first. A rule that is not listed has steps for a person. */
const ruleRemedies: Readonly<Record<string, readonly RuleRemedy[]>> = {
  'unattached-volume': [{ kind: 'ebs_volume', step: 'delete', label: 'Back up and delete the volume' }],
  'previous-generation-volume': [
    { kind: 'ebs_volume', step: 'resize', label: 'Change to gp3', setting: () => ({ setting: 'gp3' }) },
  ],
}

export interface RecommendedOrder {
  order: RemediationOrder
  label: string
}

export function ordersFor(
  recommendation: Pick<
    Recommendation,
    'rule' | 'provider' | 'resource_id' | 'resource_name' | 'region' | 'sub_account_id' | 'evidence'
  >,
  tags: Record<string, string>,
): RecommendedOrder[] {
  const target = changeTargetOf(recommendation.provider, {
    id: recommendation.resource_id,
    name: recommendation.resource_name,
    region: recommendation.region,
    account: recommendation.sub_account_id,
    tags,
  })
  if (!target) return []
  return (ruleRemedies[recommendation.rule] ?? []).flatMap(({ kind, step, label, setting }) => {
    if (kind !== target.kind || !stepsOf(kind).includes(step)) return []
    const values = setting ? setting(recommendation) : {}
    return values ? [{ label, order: { target, step, ...values } }] : []
  })
}
