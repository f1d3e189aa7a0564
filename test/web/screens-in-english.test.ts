import { describeEveryScreen } from './all-screens.ts';

describeEveryScreen('every screen in English', 'en-GB');
