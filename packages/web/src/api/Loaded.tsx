import { ApiError, sentenceOf } from '@kept/client/errors.ts'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** What could not be shown: "Daily spend could not be loaded." */
  failed: string
  loading?: ReactNode
  children(data: Data): ReactNode
}

/** A panel in its states: on its way, failed with another try, or here. Data that is here stays while it is renewed. */
export function Loaded<Data>({ query, failed, loading, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    const { error } = query
    return (
      <ErrorPanel
        title={failed}
        message={sentenceOf(error)}
        reference={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return loading ?? <SkeletonRows />
}
