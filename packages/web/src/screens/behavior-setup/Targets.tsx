import { Button } from '@kept/ui/controls/Button.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { explainFor } from '../../account/refusal.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { readTargets, writeTargets } from './targets.ts'
import { useBehaviorSettings } from './useBehaviorSettings.ts'

/** What runs where: pushes and deployments know a repository, not a machine. */
export function Targets({ mayWrite }: { mayWrite: boolean }) {
  const { query, save } = useBehaviorSettings()
  return (
    <Section
      title="What runs where"
      words="A push, a job or a deployment names a repository, not a machine. One line for each: the repository, or repository/target of a deployment, and the environment it runs in."
    >
      <Loaded query={query} failed="The settings could not be loaded.">
        {({ data: { targets } }) => {
          const text = writeTargets(targets)
          return mayWrite ? (
            <TargetsForm key={text} text={text} save={save} />
          ) : (
            <pre className="text-small">{text || 'Nothing is set.'}</pre>
          )
        }}
      </Loaded>
    </Section>
  )
}

function TargetsForm({ text, save }: { text: string; save: ReturnType<typeof useBehaviorSettings>['save'] }) {
  const { form, field, failure, busy } = useForm({
    fields: ['targets'],
    check({ targets }): { targets?: string } {
      const { wrong } = readTargets(targets)
      return wrong === null ? {} : { targets: `"${wrong}" has no "=" between a repository and an environment.` }
    },
    async send({ targets }) {
      await save({ targets: readTargets(targets).targets })
      toasts.show({ title: 'Set for what comes in from now on' })
    },
    explain: explainFor({ targets: 'targets' }),
  })
  return (
    <form {...form} className="max-w-xl space-y-2">
      <FormFailure sentence={failure} />
      <TextArea
        {...field('targets')}
        label="Repositories and environments"
        rows={5}
        defaultValue={text}
        placeholder={'acme/api = i-0abc\nacme/api/staging = staging-cluster'}
        spellCheck={false}
      />
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  )
}
