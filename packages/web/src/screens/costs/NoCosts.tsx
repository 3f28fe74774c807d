import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Link } from '@tanstack/react-router'

/** The empty state before the first bill. */
export default function NoCosts() {
  return (
    <EmptyState
      title="No costs yet"
      description="Upload a bill to explore costs by service, account, region, resource, or tag."
      action={
        <Link to="/integrations" className={buttonClass('primary')}>
          Upload a bill
        </Link>
      }
    />
  )
}
