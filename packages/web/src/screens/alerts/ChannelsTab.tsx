import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { ChannelForm } from './ChannelForm.tsx'
import { ChannelRow } from './ChannelRow.tsx'
import { NewSecret } from './NewSecret.tsx'

/** The channels that alerts are sent through. */
export function ChannelsTab() {
  const client = useQueryClient()
  const me = useMe().data
  const query = useQuery(api.alerts.channels.queryOptions({ input: {} }))
  const [edited, setEdited] = useState<AlertChannel | 'new' | null>(null)
  const [created, setCreated] = useState<{ name: string; secret: string } | null>(null)
  const [{ channel: highlighted }] = useSearchState()
  const renew = () => client.invalidateQueries({ queryKey: api.alerts.key() })
  const demo = me?.organization.demo ?? false
  const mayWrite = !demo && (me?.permissions.includes('channels:write') ?? false)
  return (
    <div className="max-w-4xl">
      {demo && (
        <div className="mb-4">
          <Notice title="The demo sends no alerts">
            In your own organization, you can add email, Slack, Teams, Jira, and signed webhooks here.
          </Notice>
        </div>
      )}
      {me && !demo && !mayWrite && (
        <p className="mb-4 text-small text-soft">Only an organization admin can add or edit channels.</p>
      )}
      {created && <NewSecret created={created} onDone={() => setCreated(null)} />}
      <div className="mb-2 flex flex-wrap justify-between gap-2">
        {mayWrite && edited === null && (
          <Button tone="primary" onClick={() => setEdited('new')}>
            Add channel
          </Button>
        )}
        {query.data && query.data.data.length > 0 && (
          <ExportList
            name="alert-channels"
            list={async () => (await import('./export-alerts.ts')).channelsList(query.data.data)}
          />
        )}
      </div>
      {edited !== null && (
        <ChannelForm
          key={edited === 'new' ? 'new' : edited.id}
          channel={edited === 'new' ? undefined : edited}
          onCancel={() => setEdited(null)}
          onSaved={async (name, secret) => {
            await renew()
            setEdited(null)
            if (secret !== null) setCreated({ name, secret })
          }}
        />
      )}
      <div className="border-rule border-b py-3">
        <h2 className="font-semibold text-body">In-app notifications</h2>
        <p className="text-pretty text-small text-soft">
          Always on, for everyone. Each person chooses their notifications in{' '}
          <Link to="/settings" search={{ tab: 'notifications' }} className="underline">
            their settings
          </Link>
          .
        </p>
      </div>
      <Loaded query={query} failed="The channels could not be loaded.">
        {({ data }) =>
          data.length === 0 ? (
            edited === null &&
            !demo && (
              <EmptyState title="No channels yet" description="Add a channel, send a test, then use it in a rule." />
            )
          ) : (
            <ul>
              {data.map((channel) => (
                <ChannelRow
                  key={channel.id}
                  channel={channel}
                  mayWrite={mayWrite}
                  highlighted={highlighted === channel.id}
                  onEdit={() => setEdited(channel)}
                  onChanged={renew}
                  onSecret={(secret) => setCreated({ name: channel.name, secret })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
