import type { StoredRule } from '@kept/contract/routes/loops.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useRemoval } from '../removal/useRemoval.ts'
import { useMe } from '../shell/useMe.ts'
import { RemediationSettings } from './RemediationSettings.tsx'
import { RuleForm } from './RuleForm.tsx'

type Side = 'rules' | 'remediation'
const sides: readonly { value: Side; label: string }[] = [
  { value: 'rules', label: 'Rules' },
  { value: 'remediation', label: 'Remediation' },
]

const titles: Record<Side, string> = { rules: 'Detection rules', remediation: 'Remediation' }

/** The rules loops are found by, the one that is being changed, and what may be done about what they find. */
export function ConfigureRules({ onClose }: { onClose(): void }) {
  const [editing, setEditing] = useState<StoredRule | 'new' | null>(null)
  const query = useQuery(api.loops.rules.queryOptions({ input: {} }))
  const me = useMe()
  const may = me.data?.permissions.includes('loops:write') ?? false
  const mayGovern = me.data?.permissions.includes('organization:write') ?? false
  const { hasLeft } = useRemoval()
  const [side, setSide] = useState<Side>('rules')
  const isThere = ({ id }: StoredRule) => !hasLeft(`loop rule ${id}`)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      wide
      title={editing === 'new' ? 'Custom pattern' : editing !== null ? editing.name : titles[side]}
      description={
        editing === null && side === 'remediation'
          ? 'Which accounts Kept can act in, and what it can do automatically.'
          : 'A loop is detected when it exceeds its threshold, matches its pattern and is not excluded.'
      }
    >
      {editing === null && (
        <div className="mb-4">
          <Segmented label="Settings" value={side} options={sides} onChange={(next) => setSide(next)} />
        </div>
      )}
      {editing === null && side === 'remediation' ? (
        <RemediationSettings may={mayGovern} />
      ) : editing === null ? (
        <Loaded query={query} failed="Rules could not be loaded.">
          {({ data }) => (
            <>
              <ul className="divide-y divide-rule">
                {data.filter(isThere).map((rule) => (
                  <li key={rule.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                    <span className="min-w-0">
                      <span className="flex flex-wrap items-center gap-2 text-body">
                        {rule.name}
                        {!rule.enabled && <Badge tone="watch">off</Badge>}
                        {!rule.is_default && <Badge tone="fact">changed by {rule.changed_by}</Badge>}
                      </span>
                      <span className="block break-words text-small text-soft">
                        {rule.expression ??
                          `${formatCount(rule.detection_criteria.threshold_value)} ${rule.unit.replace('per window', `in ${rule.detection_criteria.measurement_window_minutes} min`)}`}
                      </span>
                    </span>
                    <Button
                      size="small"
                      aria-label={`${may ? 'Edit' : 'View'} ${rule.name}`}
                      onClick={() => setEditing(rule)}
                    >
                      {may ? 'Edit' : 'View'}
                    </Button>
                  </li>
                ))}
              </ul>
              {may && (
                <div className="mt-4">
                  <Button onClick={() => setEditing('new')}>Add custom pattern</Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      ) : (
        <RuleForm rule={editing === 'new' ? null : editing} may={may} onDone={() => setEditing(null)} />
      )}
    </Dialog>
  )
}
