import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Organizations } from '../../account/Organizations.tsx'
import { useProfile } from '../../account/useProfile.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Page, Section } from '../../shell/Page.tsx'
import { roleLabels } from '../../shell/role-labels.ts'
import { useMe } from '../../shell/useMe.ts'
import { AccountData } from './AccountData.tsx'
import { CreateOrganizationSection } from './CreateOrganizationSection.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfilePicture } from './ProfilePicture.tsx'

/** Who you are here, and what you may do. */
export function ProfileScreen() {
  const me = useMe()
  const profile = useProfile()
  return (
    <Page title="Profile" description="Your name, picture, role and permissions.">
      <Loaded query={me} failed="Profile could not be loaded.">
        {({ user, organization, permissions }) => (
          <div className="max-w-2xl">
            <Section title="You" className="mt-6">
              {organization.demo ? (
                <p className="text-body text-soft">
                  You are signed in as {user.full_name}. Demo profiles can't be changed.
                </p>
              ) : (
                <Loaded query={profile} failed="Profile could not be loaded.">
                  {(person) => (
                    <>
                      <ProfilePicture person={person} />
                      <ProfileForm key={person.id} person={person} />
                    </>
                  )}
                </Loaded>
              )}
            </Section>
            <Section title="Your access">
              <dl className="divide-y divide-rule">
                {[
                  ['Email', user.email],
                  ['Role', roleLabels[user.role]],
                  ['Organization', organization.name],
                ].map(([name, value]) => (
                  <div key={name} className="flex gap-4 py-2">
                    <dt className="w-28 shrink-0 text-soft sm:w-36">{name}</dt>
                    <dd className="min-w-0 break-words">{value}</dd>
                  </div>
                ))}
                <div className="flex gap-4 py-2">
                  <dt className="w-28 shrink-0 text-soft sm:w-36">Permissions</dt>
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
                <Section title="Your organizations">
                  <Organizations current={organization.id} />
                </Section>
                <CreateOrganizationSection />
                <AccountData email={user.email} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}
