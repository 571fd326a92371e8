import '../elements/learn-page/learn-page.ts'
import { keepFilesLater } from '../state/offline.ts'

keepFilesLater()
