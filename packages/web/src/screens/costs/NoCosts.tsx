import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Link } from '@tanstack/react-router'

/** Before the first bill. */
export default function NoCosts() {
  return (
    <EmptyState
      title="No costs yet"
      words="Upload a bill to group and filter it by service, account, region, resource or tag, over any dates."
      action={
        <Link to="/integrations" className={buttonClass('primary')}>
          Upload a bill
        </Link>
      }
    />
  )
}
