import 'uplot/dist/uPlot.min.css'
import './console.css'
import './features.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { applyTheme, readTheme } from './theme.ts'

applyTheme(readTheme())
const root = document.getElementById('console')
if (root !== null) render(<App />, root)
