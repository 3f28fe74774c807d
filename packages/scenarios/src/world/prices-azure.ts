/** Azure list prices, East US. */
import type { Sku } from './sku.ts'

const azureMachine = (type: string, price: string): Sku => ({
  cloud: 'azure',
  service: 'Virtual Machines',
  category: 'Compute',
  subcategory: 'Virtual Machines',
  meter: type.replace(/^Standard_/, '').replaceAll('_', ' '),
  description: `Virtual Machines - ${type.replace(/^Standard_/, '').replaceAll('_', ' ')} - US East`,
  unit: 'Hours',
  price,
  instanceType: type,
})
const azure = (service: string, category: string, meter: string, unit: string, price: string): Sku => ({
  cloud: 'azure',
  service,
  category,
  subcategory: '',
  meter,
  description: `${service} - ${meter} - US East`,
  unit,
  price,
})

export const azureSkus = {
  D8s_v5: azureMachine('Standard_D8s_v5', '0.384'),
  D64s_v5: azureMachine('Standard_D64s_v5', '3.072'),
  D96s_v5: azureMachine('Standard_D96s_v5', '4.608'),
  D4_v2: azureMachine('Standard_D4_v2', '0.585'),
  E64s_v5: azureMachine('Standard_E64s_v5', '4.032'),
  'windows license': {
    ...azure('Virtual Machines Licenses', 'Compute', '96 vCPU VM License', 'Hours', '4.416'),
    description: 'Virtual Machines Licenses - Windows Server - 96 vCPU VM License',
  },
  'azure sql': {
    ...azure('SQL Database', 'Databases', 'vCore', 'Hours', '0.252'),
    description: 'SQL Database Single General Purpose - Compute Gen5 - vCore - US East',
  },
  'azure sql storage': azure('SQL Database', 'Databases', 'General Purpose Data Stored', 'GB/Month', '0.115'),
  'premium disk P50': azure('Storage', 'Storage', 'P50 LRS Disk', 'Units/Month', '495.57'),
  'blob hot': azure('Storage Accounts', 'Storage', 'Hot LRS Data Stored', 'GB/Month', '0.0184'),
  'blob reads': azure('Storage Accounts', 'Storage', 'Hot Read Operations', '10K', '0.004'),
  'azure logs in': azure('Azure Monitor', 'Management and Governance', 'Analytics Logs Data Ingestion', 'GB', '2.3'),
  'app service': {
    ...azure('Azure App Service', 'Compute', 'P3 v3 App', 'Hours', '0.62'),
    description: 'Azure App Service Premium v3 Plan - Linux - P3 v3 App - US East',
  },
  'azure address': azure('Virtual Network', 'Networking', 'Standard IPv4 Static Public IP', 'Hours', '0.005'),
  'azure egress': azure('Bandwidth', 'Networking', 'Standard Data Transfer Out', 'GB', '0.087'),
} as const satisfies Record<string, Sku>
