/* Adjudicator, Apache-2.0. Holds preact (MIT, Jason Miller), protobuf-es and connect-es (Apache-2.0, Buf Technologies). */
import{R as a,S as b,T as c}from"/assets/part-XOMRBQVL.js";import"/assets/part-WR64H7QD.js";export{b as fill,a as onlyAnswer,c as plainOf};
