import { sentenceOf } from '@kept/client/errors.ts'
import type { SecurityPolicy } from '@kept/contract/routes/security-policies.ts'
import { type PolicyKind, policyKinds } from '@kept/domain/security-policy-kinds.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { SettingRow } from '../../../shell/SettingRow.tsx'
import { PolicyDialog } from './PolicyDialog.tsx'
import { policyLabels } from './policy-kinds.ts'

/** One rule of each kind. What one would affect is shown before it is turned on. */
export default function PoliciesTab({ organization, mayChange }: { organization: string; mayChange: boolean }) {
  const client = useQueryClient()
  const query = useQuery(api.securityPolicies.list.queryOptions({ input: { organization } }))
  const [editing, setEditing] = useState<PolicyKind | null>(null)
  const turnOff = useMutation(
    api.securityPolicies.update.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.securityPolicies.key() }),
      onError: (error) => toasts.show({ tone: 'error', title: 'The policy was not changed', body: sentenceOf(error) }),
    }),
  )
  return (
    <Loaded query={query} failed="Policies could not be loaded.">
      {({ data }) => (
        <div className="max-w-3xl">
          <p className="text-small text-soft">
            {formatCount(data.filter(({ enabled }) => enabled).length)} of{' '}
            {counted(policyKinds.length, 'policy', 'policies')} are on. Before you turn one on, you see whom it affects.
          </p>
          {policyKinds.map((kind) => {
            const policy = data.find((candidate) => candidate.kind === kind)
            return (
              <SettingRow
                key={kind}
                title={<PolicyTitle kind={kind} policy={policy} />}
                description={describe(kind, policy)}
              >
                {mayChange && (
                  <>
                    <Button size="small" onClick={() => setEditing(kind)}>
                      {policy?.enabled ? 'Change' : 'Turn on'}
                      <span className="sr-only"> {policyLabels[kind].title}</span>
                    </Button>
                    {policy?.enabled && (
                      <ConfirmButton
                        size="small"
                        label="Turn off"
                        subject={policyLabels[kind].title}
                        title={`Turn off "${policyLabels[kind].title}"?`}
                        description={`"${policyLabels[kind].summarize(policy.settings)}" ends for everyone at once. Admins are alerted, and the settings stay for later.`}
                        act="Turn off"
                        cancelLabel="Keep it on"
                        isBusy={turnOff.isPending && turnOff.variables.id === policy.id}
                        onAct={() => turnOff.mutate({ organization, id: policy.id, enabled: false })}
                      />
                    )}
                  </>
                )}
              </SettingRow>
            )
          })}
          {editing && (
            <PolicyDialog
              key={editing}
              organization={organization}
              kind={editing}
              policy={data.find(({ kind }) => kind === editing)}
              onClose={() => setEditing(null)}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

function PolicyTitle({ kind, policy }: { kind: PolicyKind; policy: SecurityPolicy | undefined }) {
  return (
    <>
      {policyLabels[kind].title}{' '}
      <Badge tone={policy?.enabled ? 'fact' : 'plain'}>{policy?.enabled ? 'On' : 'Off'}</Badge>
    </>
  )
}

function describe(kind: PolicyKind, policy: SecurityPolicy | undefined): string {
  const { description, summarize } = policyLabels[kind]
  if (!policy) return description
  return `${summarize(policy.settings)}. Changed by ${policy.updated_by}, ${formatMoment(policy.updated_at)}.`
}
