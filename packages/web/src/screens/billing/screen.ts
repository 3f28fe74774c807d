import { ReceiptText } from 'lucide-react'
import { defineScreen } from '../../screen.ts'

export const billing = defineScreen({
  path: '/billing',
  title: 'Billing',
  menu: { section: 'more', label: 'Billing', icon: ReceiptText },
  needs: 'billing:read',
  keywords: 'invoices fees payment credit plan receipts',
  load: async () => ({ component: (await import('./BillingScreen.tsx')).BillingScreen }),
})
