import { Section } from '../../../shell/Page.tsx'

/** Instead of credentials: what a connection of the demo is. */
export function SimulatedCloud() {
  return (
    <Section
      title="Simulated cloud"
      description="This cloud exists inside the demo only. It has the resources of the demo’s bill."
    >
      <ul className="max-w-prose list-disc space-y-1 pl-5 text-body">
        <li>It has no credentials: nothing is sent to a real cloud.</li>
        <li>Each sync lists its resources page by page, as in a real one.</li>
        <li>What you change here is visible to you alone, can be undone, and ends with your visit.</li>
      </ul>
    </Section>
  )
}
