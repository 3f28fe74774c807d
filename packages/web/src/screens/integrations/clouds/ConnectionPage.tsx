import { isStorageKind } from '@kept/domain/connection-kind.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { WritePermissions } from '../../../remediation/WritePermissions.tsx'
import { Page } from '../../../shell/Page.tsx'
import { useMe } from '../../../shell/useMe.ts'
import { ApiCost } from './ApiCost.tsx'
import { BlindRules } from './BlindRules.tsx'
import { CostReports } from './CostReports.tsx'
import { isWaiting, reachOf, sentenceOfConnection, stateLabel, unitCounts } from './connection-text.ts'
import { DeleteConnection } from './DeleteConnection.tsx'
import { keyAgeSentence } from './key-age.ts'
import { Permissions } from './Permissions.tsx'
import { Runs } from './Runs.tsx'
import { SetupSteps } from './SetupSteps.tsx'
import { SimulatedCloud } from './SimulatedCloud.tsx'
import { signInLabels } from './sign-in.ts'
import { Units } from './Units.tsx'

/** One cloud connection: its state, what it may read, and its credentials. */
export default function ConnectionPage({ id, onClose }: { id: string; onClose(): void }) {
  const query = useQuery(api.sync.get.queryOptions({ input: { id } }))
  const connection = query.data?.data
  return (
    <Page
      title={connection?.name ?? 'Connection'}
      description={connection && `${stateLabel(connection)}. ${reachOf(connection)}.`}
      actions={
        <>
          <Button onClick={onClose}>
            <ArrowLeft size={14} /> Integration Center
          </Button>
          {connection && <RunActions connection={connection} />}
        </>
      }
    >
      <Loaded query={query} failed="The connection could not be loaded." loading={<SkeletonRows rows={8} />}>
        {({ data }) => <Details connection={data} onClose={onClose} />}
      </Loaded>
    </Page>
  )
}

function RunActions({ connection }: { connection: SyncConnection }) {
  const { id, state } = connection
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: api.sync.key() })
  const run = useMutation(api.sync.run.mutationOptions({ onSuccess }))
  const pause = useMutation(api.sync.pause.mutationOptions({ onSuccess }))
  const resume = useMutation(api.sync.resume.mutationOptions({ onSuccess }))
  const mayChange = useMe().data?.permissions.includes('connections:write') ?? false
  if (!mayChange) return null
  if (state === 'paused')
    return (
      <Button tone="primary" isBusy={resume.isPending} onClick={() => resume.mutate({ id })}>
        Resume
      </Button>
    )
  return (
    <>
      <Button
        isBusy={run.isPending}
        disabled={state === 'syncing' || isWaiting(connection)}
        onClick={() => run.mutate({ id })}
      >
        Sync now
      </Button>
      <Button isBusy={pause.isPending} onClick={() => pause.mutate({ id })}>
        Pause
      </Button>
    </>
  )
}

interface DetailsProps {
  connection: SyncConnection & { is_simulated: boolean }
  onClose(): void
}

function Details({ connection, onClose }: DetailsProps) {
  const mayChange = useMe().data?.permissions.includes('connections:write') ?? false
  const { id, kind, name, location, role_arn, account_id, next_run_at, paused_at, is_simulated, access_method } =
    connection
  const keyAge = keyAgeSentence(connection, Date.now())
  const setup = mayChange && !is_simulated && !isStorageKind(kind) && <SetupSteps id={id} kind={kind} />
  return (
    <>
      <div className="mt-4">
        <Notice tone={connection.state === 'action_needed' ? 'watch' : 'plain'}>
          {sentenceOfConnection(connection)}
        </Notice>
      </div>
      {keyAge && (
        <div className="mt-2">
          <Notice tone="watch">{keyAge}</Notice>
        </div>
      )}
      <dl className="mt-6 flex flex-wrap gap-x-8 gap-y-3" aria-label="Connection">
        {connection.export_address && <Fact label="Folder" value={connection.export_address} />}
        {account_id && !isStorageKind(kind) && <Fact label="Account" value={account_id} />}
        {role_arn && <Fact label="Role" value={role_arn} />}
        {is_simulated && <Fact label="Cloud" value={location} />}
        {kind !== 'aws' && !is_simulated && (
          <Fact label={isStorageKind(kind) ? 'Storage' : 'Signs in to'} value={location} />
        )}
        {access_method && <Fact label="Sign-in" value={signInLabels[access_method]} />}
        {!isWaiting(connection) && (
          <Fact label="Next sync" value={paused_at === null ? formatMoment(next_run_at) : 'Paused'} />
        )}
        {unitCounts(connection).map(({ label, count }) => (
          <Fact key={label} label={label} value={formatCount(count)} />
        ))}
      </dl>
      {isStorageKind(kind) ? (
        <>
          <Permissions connection={connection} mayChange={mayChange} />
          <Units id={id} kind={kind} />
          <Runs id={id} isExports />
        </>
      ) : (
        <>
          {is_simulated && <SimulatedCloud />}
          {account_id === '' && setup}
          <Permissions connection={connection} mayChange={mayChange} />
          <Units id={id} kind={kind} />
          {connection.capabilities.some(({ dataset }) => dataset === 'exports') && <CostReports id={id} kind={kind} />}
          <BlindRules kind={kind} capabilities={connection.capabilities} />
          <ApiCost connection={connection} mayChange={mayChange} />
          <Runs id={id} />
          {account_id !== '' && setup}
          {kind === 'aws' && !is_simulated && <WritePermissions provider="aws" />}
        </>
      )}
      {mayChange && <DeleteConnection id={id} name={name} isExports={isStorageKind(kind)} onDeleted={onClose} />}
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-soft">{label}</dt>
      <dd className="figure break-all text-body font-semibold">{value}</dd>
    </div>
  )
}
