import type { AlertRule } from '@kept/domain/alert.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleRow } from './RuleRow.tsx'

/** The alert rules. */
export function RulesTab({ toChannels }: { toChannels(): void }) {
  const client = useQueryClient()
  const query = useQuery(api.alerts.rules.queryOptions({ input: {} }))
  const channels = useQuery(api.alerts.channels.queryOptions({ input: {} }))
  const mayWrite = useMe().data?.permissions.includes('alerts:write') ?? false
  const [edited, setEdited] = useState<AlertRule | 'new' | null>(null)
  const renew = () => client.invalidateQueries({ queryKey: api.alerts.key() })
  const [{ rule: highlighted }] = useSearchState()
  const availableChannels = channels.data?.data ?? []
  return (
    <div className="max-w-4xl">
      {channels.data && availableChannels.length === 0 && (
        <div className="mb-4">
          <Notice title="No channels yet" action={<Button onClick={toChannels}>Go to channels</Button>}>
            Until you add a channel, rules only send in-app notifications.
          </Notice>
        </div>
      )}
      <div className="mb-2 flex flex-wrap justify-between gap-2">
        {mayWrite && edited === null && (
          <Button tone="primary" onClick={() => setEdited('new')}>
            Add rule
          </Button>
        )}
        {query.data && query.data.data.length > 0 && (
          <ExportList
            name="alert-rules"
            list={async () => (await import('./export-alerts.ts')).rulesList(query.data.data, availableChannels)}
          />
        )}
      </div>
      {edited !== null && (
        <RuleForm
          key={edited === 'new' ? 'new' : edited.id}
          rule={edited === 'new' ? undefined : edited}
          channels={availableChannels}
          onCancel={() => setEdited(null)}
          onSaved={async () => {
            await renew()
            setEdited(null)
          }}
        />
      )}
      <Loaded query={query} failed="The alert rules could not be loaded.">
        {({ data }) =>
          data.length === 0 ? (
            edited === null && (
              <EmptyState
                level={2}
                title="No rules yet"
                description="A rule sets which events to send: their type, minimum severity and amount, and part of the bill."
              />
            )
          ) : (
            <ul>
              {data.map((rule) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  channels={availableChannels}
                  mayWrite={mayWrite}
                  highlighted={highlighted === rule.id}
                  onEdit={() => setEdited(rule)}
                  onChanged={renew}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
