import { layoutRoutes } from './layout-routes.ts'
import { readRoutes } from './read-routes.ts'
import { writeRoutes } from './write-routes.ts'

export const repohostRoutes = [...readRoutes, ...layoutRoutes, ...writeRoutes]
