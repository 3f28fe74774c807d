import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Page } from './Page.tsx'
import { TextLink } from './TextLink.tsx'

/** An address nobody knows. */
export function NotFound() {
  return (
    <Page title="Nothing here">
      <EmptyState
        title="There is no page at this address"
        words="It may have moved, or the link may be mistyped."
        action={<TextLink to="/">Go to your start page</TextLink>}
      />
    </Page>
  )
}
