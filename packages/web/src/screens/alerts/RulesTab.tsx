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

/** Which news is told to whom. */
export function RulesTab({ toChannels }: { toChannels(): void }) {
  const client = useQueryClient()
  const query = useQuery(api.alerts.rules.queryOptions({ input: {} }))
  const channels = useQuery(api.alerts.channels.queryOptions({ input: {} }))
  const mayWrite = useMe().data?.permissions.includes('alerts:write') ?? false
  const [edited, setEdited] = useState<AlertRule | 'new' | null>(null)
  const renew = () => client.invalidateQueries({ queryKey: api.alerts.key() })
  const [{ rule: called }] = useSearchState()
  const known = channels.data?.data ?? []
  return (
    <div className="max-w-4xl">
      {channels.data && known.length === 0 && (
        <div className="mb-4">
          <Notice title="There is no channel yet" action={<Button onClick={toChannels}>To the channels</Button>}>
            A rule tells nobody beyond the bell until it has a channel to speak through.
          </Notice>
        </div>
      )}
      <div className="mb-2 flex flex-wrap justify-between gap-2">
        {mayWrite && edited === null && (
          <Button tone="primary" onClick={() => setEdited('new')}>
            Add a rule
          </Button>
        )}
        {query.data && query.data.data.length > 0 && (
          <ExportList
            name="alert-rules"
            list={async () => (await import('./export-alerts.ts')).rulesList(query.data.data, known)}
          />
        )}
      </div>
      {edited !== null && (
        <RuleForm
          key={edited === 'new' ? 'new' : edited.id}
          rule={edited === 'new' ? undefined : edited}
          channels={known}
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
                words="A rule says what is worth telling: of what kind, from what severity and amount on, on which part of the bill."
              />
            )
          ) : (
            <ul>
              {data.map((rule) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  channels={known}
                  mayWrite={mayWrite}
                  called={called === rule.id}
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
