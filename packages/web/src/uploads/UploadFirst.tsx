import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** The empty state of what needs a bill, with the way to upload one. */
export function UploadFirst(props: Omit<ComponentProps<typeof EmptyState>, 'action'>) {
  return (
    <EmptyState
      {...props}
      action={
        <Link to="/integrations" className={buttonClass('primary')}>
          Upload a bill
        </Link>
      }
    />
  )
}
