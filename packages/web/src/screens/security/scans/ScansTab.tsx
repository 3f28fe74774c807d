import { sentenceOf } from '@kept/client/errors.ts'
import { scanKinds } from '@kept/domain/security-scan.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { useSearchState } from '../../../url/useSearchState.ts'
import { EarlierScan } from './EarlierScan.tsx'
import { ScanSchedule } from './ScanSchedule.tsx'
import { ScanView } from './ScanView.tsx'
import { scanInList } from './scan-in-list.ts'
import { isActive, kindLabels } from './scan-labels.ts'

const historyLength = 30
const pollMs = 1_500

/** The newest scan of a kind, and those before it. The kind and the scan stand in the address. */
export default function ScansTab({ organization, mayChange }: { organization: string; mayChange: boolean }) {
  const [search, setSearch] = useSearchState()
  const client = useQueryClient()
  const kind = scanKinds.find((candidate) => candidate === search.kind) ?? 'self'
  const query = useQuery({
    ...api.securityScans.list.queryOptions({ input: { organization, kind, page: 1, page_size: historyLength } }),
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) ? pollMs : false),
  })
  const start = useMutation(
    api.securityScans.start.mutationOptions({
      onSuccess: () => {
        setSearch({ scan: '', check: '' })
        return client.invalidateQueries({ queryKey: api.securityScans.key() })
      },
      onError: (error) => toasts.show({ tone: 'error', title: 'The scan was not started', body: sentenceOf(error) }),
    }),
  )
  const isRunning = query.data?.data.some(isActive) ?? false
  const button = mayChange && (
    <Button
      tone="primary"
      icon={<ScanSearch size={14} />}
      isBusy={start.isPending || isRunning}
      onClick={() => start.mutate({ organization, kind })}
    >
      Start scan
    </Button>
  )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Kind of scan"
          value={kind}
          options={scanKinds.map((value) => ({ value, label: kindLabels[value] }))}
          onChange={(value) => setSearch({ kind: value === 'self' ? '' : value, scan: '', check: '' })}
        />
        {query.data?.data.length !== 0 && button}
      </div>
      <ScanSchedule key={kind} organization={organization} kind={kind} mayChange={mayChange} />
      <Loaded query={query} failed="Scans could not be loaded.">
        {({ data }) => {
          const view = {
            organization,
            history: data,
            onSelect: (scan: string) => setSearch({ scan: scan === data[0]?.id ? '' : scan, check: '' }),
            openedCheck: search.check,
          }
          const visibleScan = scanInList(data, search.scan)
          if (search.scan && visibleScan === undefined)
            return (
              <EarlierScan
                key={search.scan}
                {...view}
                id={search.scan}
                onOpenCheck={(check) => setSearch({ check })}
                onLeave={() => setSearch({ scan: '', check: '' })}
              />
            )
          return visibleScan === undefined ? (
            <EmptyState
              level={2}
              title="No scans"
              description={
                mayChange
                  ? 'Start the first scan. Afterwards Kept scans by the schedule.'
                  : 'Kept scans by the schedule, and an admin can start a scan.'
              }
              action={button}
            />
          ) : (
            <ScanView
              key={visibleScan.id}
              {...view}
              scan={visibleScan}
              onOpenCheck={(check) => setSearch({ check, scan: visibleScan.id })}
            />
          )
        }}
      </Loaded>
    </>
  )
}
