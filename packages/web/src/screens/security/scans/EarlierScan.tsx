import { ApiError } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { ScanView } from './ScanView.tsx'

interface EarlierScanProps extends Omit<ComponentProps<typeof ScanView>, 'scan'> {
  id: string
  onLeave(): void
}

/** A scan of the address that is older than those in the list, as a link from an incident may be. */
export function EarlierScan({ id, onLeave, ...view }: EarlierScanProps) {
  const query = useQuery(api.securityScans.get.queryOptions({ input: { organization: view.organization, id } }))
  if (isGone(query.error))
    return (
      <Notice tone="watch" title="This scan is gone" action={<Button onClick={onLeave}>Show the newest scan</Button>}>
        The address names a scan that was deleted, or that belongs to another organization.
      </Notice>
    )
  return (
    <Loaded query={query} failed="This scan could not be loaded." loading={<SkeletonRows rows={8} />}>
      {({ data }) => <ScanView {...view} scan={data} history={[...view.history, data]} />}
    </Loaded>
  )
}

/** An address that was edited by hand may hold no ID at all. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
