import { Users } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const people = defineScreen({
  path: '/admin/users',
  title: 'Users',
  menu: { section: 'more', label: 'Users', icon: Users },
  needs: 'users:write',
  keywords: 'users members invite import export roles permissions',
  load: async () => ({ component: (await import('./PeopleScreen.tsx')).PeopleScreen }),
})
