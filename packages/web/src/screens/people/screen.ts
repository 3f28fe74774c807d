import { Users } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const people = defineScreen({
  path: '/admin/users',
  title: 'People',
  menu: { place: 'more', label: 'People', icon: Users },
  needs: 'users:write',
  also: 'users members invite import export roles permissions',
  load: () => import('./PeopleScreen.tsx'),
})
