import { sentenceOf } from '@kept/client/errors.ts'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from './Page.tsx'

/** A screen that threw while drawing, or whose code could not be fetched. The shell around it lives on. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page couldn't load">
      <div className="mt-6">
        <ErrorPanel title="Something went wrong on this page" message={sentenceOf(error)} onRetry={reset} />
      </div>
    </Page>
  )
}
