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
  'unassociated-address': [{ kind: 'elastic_ip', step: 'release', label: 'Release the address' }],
  'idle-public-address': [{ kind: 'elastic_ip', step: 'release', label: 'Release the address' }],
  'orphaned-snapshot': [{ kind: 'ebs_snapshot', step: 'archive', label: 'Move to the archive' }],
  'idle-instance': [
    { kind: 'ec2_instance', step: 'stop', label: 'Stop the instance' },
    { kind: 'virtual_machine', step: 'stop', label: 'Deallocate the virtual machine' },
    { kind: 'compute_instance', step: 'stop', label: 'Stop the instance' },
  ],
  'rightsize-instance': [
    { kind: 'ec2_instance', step: 'resize', label: 'Change the instance type', setting: typeAfter('Change') },
  ],
  'previous-generation-instance': [
    {
      kind: 'ec2_instance',
      step: 'resize',
      label: 'Change the instance type',
      setting: typeAfter('Current generation'),
    },
  ],
  'idle-database': [{ kind: 'rds_instance', step: 'stop', label: 'Stop the database' }],
  'rightsize-database': [
    { kind: 'rds_instance', step: 'resize', label: 'Change the instance class', setting: typeAfter('Change') },
  ],
  'log-retention-missing': [
    { kind: 'log_group', step: 'set_retention', label: 'Keep events for 90 days', setting: () => ({ size: 90 }) },
  ],
  'cold-storage': [
    { kind: 's3_bucket', step: 'set_lifecycle', label: 'Move objects to infrequent access after 30 days' },
  ],
  'table-capacity-unused': [{ kind: 'dynamodb_table', step: 'set_on_demand', label: 'Bill by request' }],
}

/** IDs of the rules whose recommendations Kept can carry out. */
export const rulesWithRemedy: ReadonlySet<string> = new Set(Object.keys(ruleRemedies))

/** "m5.large" of "m5.xlarge to m5.large", or of "m5.large". */
function typeAfter(label: string) {
  return ({ evidence }: Pick<Recommendation, 'evidence'>) => {
    const value = evidence.find((fact) => fact.label === label)?.value ?? ''
    const [, setting] = /(?:^| to )([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/.exec(value) ?? []
    return setting === undefined ? undefined : { setting }
  }
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
