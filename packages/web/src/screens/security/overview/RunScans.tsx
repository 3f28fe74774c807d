import { sentenceOf } from '@kept/client/errors.ts'
import { scanKinds } from '@kept/domain/security-scan.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import { api } from '../../../api/client.ts'

interface RunScansProps {
  organization: string
  onStarted(): void
  /** Of an empty state: the one thing to do there. */
  isFirst?: boolean
}

/** Starts a scan of each kind. One that cannot start, such as a kind that is being scanned, does not stop the others. */
export function RunScans({ organization, onStarted, isFirst = false }: RunScansProps) {
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: () => Promise.allSettled(scanKinds.map((kind) => api.securityScans.start.call({ organization, kind }))),
    async onSuccess(outcomes) {
      await client.invalidateQueries({ queryKey: api.securityScans.key() })
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
      if (failures[0])
        toasts.show({
          tone: 'error',
          title: `${counted(failures.length, 'scan')} did not start`,
          body: sentenceOf(failures[0].reason),
        })
      if (failures.length < outcomes.length) onStarted()
    },
  })
  return (
    <Button
      tone={isFirst ? 'primary' : 'plain'}
      icon={<ScanSearch size={14} {...(!isFirst && { className: 'text-faint' })} />}
      isBusy={run.isPending}
      onClick={() => run.mutate()}
    >
      {isFirst ? 'Start the first scans' : 'Run all scans'}
    </Button>
  )
}
