import '../elements/components-page/components-page.ts'
import { keepFilesLater } from '../state/offline.ts'

keepFilesLater()
