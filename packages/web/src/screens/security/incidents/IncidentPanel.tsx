import { sentenceOf } from '@kept/client/errors.ts'
import type { IncidentWithTimeline } from '@kept/contract/routes/security-incidents.ts'
import { incidentName, incidentStatuses, isIncidentOver } from '@kept/domain/security-incident-states.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { useMe } from '../../../shell/useMe.ts'
import { useSearchState } from '../../../url/useSearchState.ts'
import { resultOfIncident } from '../scans/incident-of-result.ts'
import { AttachForm } from './AttachForm.tsx'
import { IncidentActions } from './IncidentActions.tsx'
import { describeDuration, statusLabels, transitionLabels } from './incident-labels.ts'
import { PostmortemExport } from './PostmortemExport.tsx'
import { Timeline } from './Timeline.tsx'

const IncidentForm = lazy(() => import('./IncidentForm.tsx'))

interface IncidentPanelProps {
  organization: string
  id: string
  mayChange: boolean
  onClose(): void
}

/** One incident: its state and what can follow, who leads, what is to be done, its timeline. */
export default function IncidentPanel({ organization, id, mayChange, onClose }: IncidentPanelProps) {
  const query = useQuery(api.securityIncidents.get.queryOptions({ input: { organization, id } }))
  const incident = query.data?.data
  return (
    <SidePanel
      open
      onClose={onClose}
      title={incident?.title ?? 'Incident'}
      kicker={incident && `${incidentName(incident.number)}, ${incident.severity}`}
    >
      <Loaded query={query} failed="This incident could not be loaded.">
        {({ data }) => (
          <>
            <p className="text-body">
              <Badge tone={isIncidentOver(data.status) ? 'plain' : 'watch'}>{statusLabels[data.status]}</Badge> Opened{' '}
              {formatMoment(data.opened_at)} by {data.opened_by}. {describeDuration(data, Date.now())}.
            </p>
            <p className="mt-2 text-small text-soft">
              {data.commander_name === '' ? 'No commander.' : `Led by ${data.commander_name}.`}
              {data.impact && ` Impact ${formatMoney(data.impact.amount, data.impact.currency)}.`}
            </p>
            {data.description && <p className="mt-3 whitespace-pre-wrap text-body">{data.description}</p>}
            {data.root_cause && <p className="mt-3 text-body">Root cause: {data.root_cause}</p>}
            {data.resources.length > 0 && (
              <p className="mt-3 break-words text-small">Affected: {data.resources.join(', ')}</p>
            )}
            <SourceLink {...data} />
            <Details organization={organization} incident={data} mayChange={mayChange} />
            {mayChange && <Changes organization={organization} incident={data} />}
            <IncidentActions organization={organization} incident={data} mayChange={mayChange} />
            <Timeline entries={data.timeline} />
            {mayChange && <AttachForm organization={organization} id={data.id} />}
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

interface DetailsProps {
  organization: string
  incident: IncidentWithTimeline
  mayChange: boolean
}

/** The export, and the form of what else is known of an incident. A closed one stays as it is. */
function Details({ organization, incident, mayChange }: DetailsProps) {
  const [isEditing, setEditing] = useState(false)
  const mayEdit = mayChange && incident.status !== 'closed'
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <PostmortemExport organization={organization} incident={incident} />
        {mayEdit && !isEditing && (
          <Button size="small" onClick={() => setEditing(true)}>
            Edit details
          </Button>
        )}
      </div>
      {mayEdit && isEditing && (
        <Suspense fallback={null}>
          <IncidentForm organization={organization} incident={incident} onDone={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function Changes({ organization, incident }: { organization: string; incident: IncidentWithTimeline }) {
  const client = useQueryClient()
  const me = useMe().data?.user.id
  const [text, setText] = useState('')
  const change = useMutation(
    api.securityIncidents.update.mutationOptions({
      async onSuccess() {
        setText('')
        await client.invalidateQueries({ queryKey: api.securityIncidents.key() })
      },
      // What was refused is compared with what it is now.
      onError: () => client.invalidateQueries({ queryKey: api.securityIncidents.key() }),
    }),
  )
  const { version } = incident
  const target = { organization, id: incident.id }
  const needsCause = incident.status === 'resolved' && incident.root_cause === ''
  const isEmpty = text.trim() === ''
  // The next state on the way from open to closed; going back is the exception.
  const suggested = incident.next.find(
    (status) => incidentStatuses.indexOf(status) > incidentStatuses.indexOf(incident.status),
  )
  return (
    <div className="mt-4 space-y-3 border-rule border-t pt-4">
      <TextArea
        label={needsCause ? 'Comment or root cause' : 'Comment'}
        rows={3}
        value={text}
        maxLength={10_000}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={isEmpty} onClick={() => change.mutate({ ...target, comment: text })}>
          Comment
        </Button>
        {needsCause && (
          <Button
            size="small"
            disabled={isEmpty}
            onClick={() => change.mutate({ ...target, version, root_cause: text })}
          >
            Save as root cause
          </Button>
        )}
        {incident.next.map((status) => (
          <Button
            key={status}
            size="small"
            tone={status === suggested ? 'primary' : 'plain'}
            isBusy={change.isPending && change.variables.status === status}
            onClick={() => change.mutate({ ...target, status })}
          >
            {transitionLabels[status]}
          </Button>
        ))}
        {me !== undefined && incident.commander_id !== me && incident.status !== 'closed' && (
          <Button size="small" onClick={() => change.mutate({ ...target, version, commander_id: me })}>
            Take the lead
          </Button>
        )}
      </div>
      {change.error && <Notice tone="leak">{sentenceOf(change.error)}</Notice>}
    </div>
  )
}

/** To the result of a scan that the incident was opened from. */
function SourceLink(incident: Pick<IncidentWithTimeline, 'source' | 'source_id'>) {
  const [, setSearch] = useSearchState()
  const result = resultOfIncident(incident)
  return (
    result && (
      <p className="mt-3">
        <Button size="small" onClick={() => setSearch({ tab: 'scans', incident: '', ...result })}>
          Open the result of the scan
        </Button>
      </p>
    )
  )
}
