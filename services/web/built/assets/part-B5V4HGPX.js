/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller), protobuf-es and connect-es (Apache-2.0, Buf Technologies). */
import{a,b,c,d,e}from"/assets/part-ITVCP5FD.js";import"/assets/part-B3MYCO53.js";import"/assets/part-27A7G6XX.js";import"/assets/part-RXFGVMRW.js";export{d as fill,c as isFace,b as keptOf,a as onlyAnswer,e as plainOf};
