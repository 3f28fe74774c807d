import { sentenceOf } from '@kept/client/errors.ts'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from './Page.tsx'

/** A screen that threw while rendering, or whose code could not be loaded. The shell around it still works. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page couldn't load">
      <div className="mt-6">
        <ErrorPanel title="Something went wrong on this page" message={sentenceOf(error)} onRetry={reset} />
      </div>
    </Page>
  )
}
