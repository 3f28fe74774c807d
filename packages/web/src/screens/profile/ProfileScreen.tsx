import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Organizations } from '../../account/Organizations.tsx'
import { useProfile } from '../../account/useProfile.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Page, Section } from '../../shell/Page.tsx'
import { roleWords } from '../../shell/role-words.ts'
import { useMe } from '../../shell/useMe.ts'
import { CreateOrganizationSection } from './CreateOrganizationSection.tsx'
import { ProfileForm } from './ProfileForm.tsx'

/** Who you are here, and what you may do. */
export function Draw() {
  const me = useMe()
  const profile = useProfile()
  return (
    <Page title="Profile" words="How others see you here, and what you may do.">
      <Loaded query={me} failed="Your profile could not be loaded.">
        {({ user, organization, permissions }) => (
          <div className="max-w-2xl">
            <Section title="You" className="mt-6">
              {organization.demo ? (
                <p className="text-body text-soft">
                  You are {user.full_name} for half an hour. This name and address belong to the demo and cannot be
                  changed.
                </p>
              ) : (
                <Loaded query={profile} failed="Your profile could not be loaded.">
                  {(person) => <ProfileForm key={person.id} person={person} />}
                </Loaded>
              )}
            </Section>
            <Section title="What you may do">
              <dl className="divide-y divide-rule">
                {[
                  ['E-mail', user.email],
                  ['Role', roleWords[user.role]],
                  ['Organisation', organization.name],
                ].map(([name, value]) => (
                  <div key={name} className="flex gap-4 py-2">
                    <dt className="w-28 shrink-0 text-soft sm:w-36">{name}</dt>
                    <dd className="min-w-0 break-words">{value}</dd>
                  </div>
                ))}
                <div className="flex gap-4 py-2">
                  <dt className="w-28 shrink-0 text-soft sm:w-36">You may</dt>
                  <dd className="flex flex-wrap gap-1.5">
                    {permissions.map((permission) => (
                      <Badge key={permission}>{permission}</Badge>
                    ))}
                  </dd>
                </div>
              </dl>
            </Section>
            {!organization.demo && (
              <>
                <Section title="Your organisations">
                  <Organizations current={organization.id} />
                </Section>
                <CreateOrganizationSection />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}
